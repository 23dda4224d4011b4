CREATE FUNCTION polygonsEqualsCartesian AS (a, b) -> throwIf(1, 'This server does not offer polygonsEqualsCartesian: one call may take minutes and cannot be stopped')
