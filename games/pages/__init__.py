"""The pages an auditor looks at: they find games, and step through one."""
