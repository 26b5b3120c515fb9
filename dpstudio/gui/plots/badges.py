"""What stands beside a picture: of which table its numbers are true."""

from dpstudio.core.preview.distribution import Badge

BADGES = {Badge.SIMULATED: "SIMULATED", Badge.SAMPLE: "SAMPLE", Badge.DATA_FREE: "NO DATA NEEDED"}
"""In the language of the window."""
