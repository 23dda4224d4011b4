CREATE FUNCTION polygonsSymDifferenceCartesian AS (a, b) -> throwIf(1, 'This server does not offer polygonsSymDifferenceCartesian: one call may take minutes and cannot be stopped')
