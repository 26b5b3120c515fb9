"""The picture of the open project before an audience."""
