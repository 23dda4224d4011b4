CREATE FUNCTION arrayLevenshteinDistanceWeighted AS (a, b, c, d) -> throwIf(1, 'This server does not offer arrayLevenshteinDistanceWeighted: one call may take minutes and cannot be stopped')
