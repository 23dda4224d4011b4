CREATE FUNCTION jaroSimilarity AS (a, b) -> throwIf(1, 'This server does not offer jaroSimilarity: one call may take minutes and cannot be stopped')
