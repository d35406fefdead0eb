"""Three real nodes with one PostgreSQL and one NATS: what a site promises, and what may fail.

A package, so that all its tests share one site: it is up before the first and gone after the last.
"""
