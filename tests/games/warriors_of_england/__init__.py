"""Tests of Warriors of England."""
