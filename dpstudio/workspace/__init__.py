"""The application without a face: the same for the window and the command line."""
