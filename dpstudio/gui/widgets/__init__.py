"""The few building blocks that all tabs share."""
