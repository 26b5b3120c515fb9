"""The privacy logic: no window, no clock, no threads."""
