"""Sets as files: JSON, CSV and XLSX, out of the server and into it."""
