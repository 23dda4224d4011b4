CREATE FUNCTION damerauLevenshteinDistance AS (a, b) -> throwIf(1, 'This server does not offer damerauLevenshteinDistance: one call may take minutes and cannot be stopped')
