"""Cache directory (`store`), its documents (`documents`), their shapes (`shapes`), and stamps of files (`stamps`)."""
