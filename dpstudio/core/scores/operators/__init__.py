"""The operators and functions of the language of score rules: one file states everything about one of them."""
