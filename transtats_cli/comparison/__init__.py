"""Take snapshots of all strings of a component, now or at a git revision, and compare two snapshots."""
