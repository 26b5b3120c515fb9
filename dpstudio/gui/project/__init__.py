"""One open project: its session, the jobs beside the window, and what happens around each of them."""
