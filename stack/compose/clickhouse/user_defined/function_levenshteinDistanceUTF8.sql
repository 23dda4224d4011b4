CREATE FUNCTION levenshteinDistanceUTF8 AS (a, b) -> throwIf(1, 'This server does not offer levenshteinDistanceUTF8: one call may take minutes and cannot be stopped')
