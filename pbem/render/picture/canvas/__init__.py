"""What a picture is drawn with: points, colours, letters, SVG elements, parts, pixels."""
