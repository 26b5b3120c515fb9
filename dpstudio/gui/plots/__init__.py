"""Plots: each draws the arrays it is given and knows no table."""
