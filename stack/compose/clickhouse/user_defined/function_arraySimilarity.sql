CREATE FUNCTION arraySimilarity AS (a, b, c, d) -> throwIf(1, 'This server does not offer arraySimilarity: one call may take minutes and cannot be stopped')
