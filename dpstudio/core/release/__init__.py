"""One charged release: read, charge, draw, store. Each kind of question has one file that reads and draws."""

from dpstudio.core.release.charged import Release, from_statement, line_text, perform, plan_digest, read

__all__ = ["Release", "from_statement", "line_text", "perform", "plan_digest", "read"]
