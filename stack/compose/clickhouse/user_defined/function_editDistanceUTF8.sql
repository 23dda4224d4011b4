CREATE FUNCTION editDistanceUTF8 AS (a, b) -> throwIf(1, 'This server does not offer editDistanceUTF8: one call may take minutes and cannot be stopped')
