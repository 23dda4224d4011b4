/**
 * Name of a Postgres advisory lock. Writers of clicks to ClickHouse hold it shared, from before they read which links
 * and accounts are being erased until the write has ended. Writers that copy clicks to conversions hold it from before
 * they read the clicks. An erasure acquires it exclusively for a moment; afterwards every writer knows of the erasure.
 */
export const clicksWrittenLock = "hoplog_clicks_written";

/**
 * An insert whose writer died may still be running in ClickHouse, so an erasure checks everything again after this
 * time.
 */
export const settleSeconds = 120;
