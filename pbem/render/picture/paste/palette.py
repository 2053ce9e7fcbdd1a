from PIL import Image
def palette(): return None
