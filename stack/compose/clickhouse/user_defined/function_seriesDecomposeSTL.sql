CREATE FUNCTION seriesDecomposeSTL AS (a, b) -> throwIf(1, 'This server does not offer seriesDecomposeSTL: one call may take minutes and cannot be stopped')
