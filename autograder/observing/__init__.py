"""A submission run on trees and rows: its bench, and what it did, as observations."""
