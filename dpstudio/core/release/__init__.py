"""One charged release: read, charge, draw, store. Each kind of question has one file that reads and draws."""

from dpstudio.core.receipt.digest import plan_digest
from dpstudio.core.release.charged import Release, line_text, perform, read, sample
from dpstudio.core.release.rehearsal import rehearsed

__all__ = ["Release", "line_text", "perform", "plan_digest", "read", "rehearsed", "sample"]
