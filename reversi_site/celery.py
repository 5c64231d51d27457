"""The Celery application: the sweep that keeps time, and later the bots."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reversi_site.settings")

app = Celery("reversi_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
