CREATE FUNCTION polygonsIntersectSpherical AS (a, b) -> throwIf(1, 'This server does not offer polygonsIntersectSpherical: one call may take minutes and cannot be stopped')
