"""From a plan and what is known of its tables to every derived value, or what is missing."""
