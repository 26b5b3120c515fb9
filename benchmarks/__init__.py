"""Speed as ratios to named rivals in one run."""
