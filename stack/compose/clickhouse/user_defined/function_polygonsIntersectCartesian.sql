CREATE FUNCTION polygonsIntersectCartesian AS (a, b) -> throwIf(1, 'This server does not offer polygonsIntersectCartesian: one call may take minutes and cannot be stopped')
