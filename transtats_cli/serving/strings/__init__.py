"""The strings of translations: which of them a query finds, and what fails in them. It runs in worker processes."""
