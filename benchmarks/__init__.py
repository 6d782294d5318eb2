"""How fast transtats is beside other tools, measured on this machine: `python -m benchmarks`."""
