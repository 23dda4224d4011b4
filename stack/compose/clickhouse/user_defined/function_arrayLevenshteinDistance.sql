CREATE FUNCTION arrayLevenshteinDistance AS (a, b) -> throwIf(1, 'This server does not offer arrayLevenshteinDistance: one call may take minutes and cannot be stopped')
