CREATE FUNCTION polygonsUnionCartesian AS (a, b) -> throwIf(1, 'This server does not offer polygonsUnionCartesian: one call may take minutes and cannot be stopped')
