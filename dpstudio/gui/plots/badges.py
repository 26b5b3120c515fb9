"""What stands beside a picture: of which table its numbers are true."""

from dpstudio.core.preview.distribution import Badge
from dpstudio.translation import tr

BADGES = {
    Badge.SIMULATED: tr("SIMULATED"),
    Badge.SAMPLE: tr("SAMPLE"),
    Badge.DATA_FREE: tr("NO DATA NEEDED"),
    Badge.RELEASED: tr("RELEASED"),
}
"""In the language of the window."""
