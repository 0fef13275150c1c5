"""What a submission did on a tree, held against the answers, facet by facet."""
