CREATE FUNCTION editDistance AS (a, b) -> throwIf(1, 'This server does not offer editDistance: one call may take minutes and cannot be stopped')
