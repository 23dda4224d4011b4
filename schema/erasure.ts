/**
 * Who writes clicks to ClickHouse holds this advisory lock of Postgres, shared, from before it asks which links and
 * accounts are being erased until it has written. Who erases takes it alone for a moment: from then on nobody writes
 * without knowing.
 */
export const clicksWrittenLock = "hoplog_clicks_written";
