"""YAML files: nested keys, and the translation files of Ruby on Rails.

`reader` is the entry point. `reference` defines how a file is read: with translate-toolkit. The package `fast` exists
for speed only.
"""
