"""What the ledger says, is moved with, and goes on from."""
