"""The same for every page and window: colours, sizes, the ring around the keyboard, and what is said aloud."""
