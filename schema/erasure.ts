/**
 * The name of a Postgres advisory lock. Writers of clicks to ClickHouse hold it shared, from before they read which
 * links and accounts are being erased until they have written; so do writers that copy clicks to conversions, from
 * before they read them. An erasure takes it exclusively for a moment; after that every writer knows of the erasure.
 */
export const clicksWrittenLock = "hoplog_clicks_written";

/**
 * An insert whose writer died may still be running in ClickHouse, so an erasure checks everything again after this
 * time.
 */
export const settleSeconds = 120;
