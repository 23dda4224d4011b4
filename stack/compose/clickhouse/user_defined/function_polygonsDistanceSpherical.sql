CREATE FUNCTION polygonsDistanceSpherical AS (a, b) -> throwIf(1, 'This server does not offer polygonsDistanceSpherical: one call may take minutes and cannot be stopped')
