"""Figures: counts, sums, means and histograms, how far one person moves them, and their exact values."""
