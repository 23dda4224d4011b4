CREATE FUNCTION jaroWinklerSimilarity AS (a, b) -> throwIf(1, 'This server does not offer jaroWinklerSimilarity: one call may take minutes and cannot be stopped')
