"""Plantagenet, Levy & Campaign volume IV. One file per chapter, one function per rule."""
