"""The site: settings, entry points and what ties the applications together."""

from reversi_site.celery import app as celery_app

__all__ = ["celery_app"]
