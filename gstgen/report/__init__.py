"""A page for each scene that shows what the stages made: plan, coverage, videos, views, filters, questions."""
