"""dpstudio: choose the best of several alternatives from private data, with a guarantee."""

__version__ = "0.1.0"
