"""What is kept on this computer, and how it is written."""
