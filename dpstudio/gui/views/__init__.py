"""The views of the picture, each for itself: law, draws, neighbours, ε, losses, usefulness, one person, the scene."""
