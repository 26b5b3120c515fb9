"""What leaves the picture: tables and files, with title, badge and note."""
