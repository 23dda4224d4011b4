CREATE FUNCTION polygonsWithinSpherical AS (a, b) -> throwIf(1, 'This server does not offer polygonsWithinSpherical: one call may take minutes and cannot be stopped')
