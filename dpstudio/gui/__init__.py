"""The window: it shows what is resolved and asks for changes; it computes nothing."""
