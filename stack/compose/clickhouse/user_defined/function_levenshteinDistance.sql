CREATE FUNCTION levenshteinDistance AS (a, b) -> throwIf(1, 'This server does not offer levenshteinDistance: one call may take minutes and cannot be stopped')
