CREATE FUNCTION polygonsDistanceCartesian AS (a, b) -> throwIf(1, 'This server does not offer polygonsDistanceCartesian: one call may take minutes and cannot be stopped')
