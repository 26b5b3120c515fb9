"""The picture beside the pages: its frame, its row of views, and when it is drawn again."""
