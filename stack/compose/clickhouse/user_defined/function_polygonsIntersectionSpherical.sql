CREATE FUNCTION polygonsIntersectionSpherical AS (a, b) -> throwIf(1, 'This server does not offer polygonsIntersectionSpherical: one call may take minutes and cannot be stopped')
