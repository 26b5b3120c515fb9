"""A release playing its own draw on two invented neighbouring tables: what the draws show of its privacy loss."""

from dpstudio.core.audit.played import ERROR, Audit, audited, played

__all__ = ["ERROR", "Audit", "audited", "played"]
