"""Long work, draws, and the files of a receipt."""
