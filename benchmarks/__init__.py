"""Compare the speed of transtats with other tools on this machine: `python -m benchmarks`."""
