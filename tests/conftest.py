"""How hypothesis searches: no test may fail because the machine was busy."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "paiju",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="CI" in os.environ,
    print_blob=True,
)
settings.load_profile("paiju")
