CREATE FUNCTION polygonsIntersectionCartesian AS (a, b) -> throwIf(1, 'This server does not offer polygonsIntersectionCartesian: one call may take minutes and cannot be stopped')
