"""What a line that is not understood was probably meant as: slips, and lines to show its writer."""
