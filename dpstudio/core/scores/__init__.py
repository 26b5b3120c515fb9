"""Score rules: what makes a candidate good, how much one person can move it, and its exact value."""
