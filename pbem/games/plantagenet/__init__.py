"""Plantagenet, Levy & Campaign volume IV. A file a chapter, a function a rule."""
