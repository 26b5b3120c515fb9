"""The closed language of score rules: text, tree, and their check against declared columns."""
