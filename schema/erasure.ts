/**
 * Name of a Postgres advisory lock. Writers of clicks to ClickHouse hold it shared, from before they read which links
 * and accounts are being erased until the write has ended. Writers that copy clicks to conversions hold it from before
 * they read the clicks. An erasure acquires it exclusively for a moment; afterwards every writer knows of the erasure.
 */
export const clicksWrittenLock = "hoplog_clicks_written";

/**
 * Name of a Postgres advisory lock that an erasure holds while it corrects sums and deletes clicks. Whoever replaces
 * months of sums holds it too: a correction would be lost if its month were replaced before the clicks are deleted.
 */
export const erasingLock = "hoplog_erasing";

/**
 * An insert whose writer died may still be running in ClickHouse, so an erasure checks everything again after this
 * time.
 */
export const settleSeconds = 120;
