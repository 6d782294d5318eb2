"""Compare the speed of transtats with the speed of other tools on this machine: `python -m benchmarks`."""
