"""String resources of Android, and the formats of Moko and Compose Multiplatform that derive from them.

`reader` is the entry point. `reference` defines how a file is read: with translate-toolkit. The package `fast` exists
for speed only.
"""
