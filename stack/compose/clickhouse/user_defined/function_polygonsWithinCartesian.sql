CREATE FUNCTION polygonsWithinCartesian AS (a, b) -> throwIf(1, 'This server does not offer polygonsWithinCartesian: one call may take minutes and cannot be stopped')
