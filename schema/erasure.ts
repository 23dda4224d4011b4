/**
 * Who writes clicks to ClickHouse holds this advisory lock of Postgres, shared, from before it reads which links and
 * accounts are being erased until it has written; and so does who copies clicks to conversions, from before it reads them.
 * Who erases takes it alone for a moment: from then on nobody writes without knowing.
 */
export const clicksWrittenLock = "hoplog_clicks_written";

/** An insert whose writer died may still be under way in ClickHouse: so much later everything is looked at again. */
export const settleSeconds = 120;
