"""Tests. This module makes the folder a package, because an installed package has the same name."""
