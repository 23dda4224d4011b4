CREATE FUNCTION polygonsUnionSpherical AS (a, b) -> throwIf(1, 'This server does not offer polygonsUnionSpherical: one call may take minutes and cannot be stopped')
