CREATE FUNCTION polygonsSymDifferenceSpherical AS (a, b) -> throwIf(1, 'This server does not offer polygonsSymDifferenceSpherical: one call may take minutes and cannot be stopped')
