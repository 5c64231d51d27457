"""Rooms and the games played in them."""
