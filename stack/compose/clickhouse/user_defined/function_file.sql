CREATE FUNCTION file AS (path) -> throwIf(1, 'This server reads no files')
