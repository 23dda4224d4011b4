-- Visits that led nowhere are kept for as long as ingest is told (MISSES_RETENTION_DAYS), their daily sums for good. Nobody
-- writes meanwhile, so what is there is counted once, also where this is repeated.
DROP VIEW IF EXISTS misses_day_view SYNC;

CREATE TABLE IF NOT EXISTS misses_day
(
  day Date COMMENT 'UTC',
  reason LowCardinality(String) COMMENT 'unknown or inactive',
  misses UInt64
)
ENGINE = SummingMergeTree(misses)
PARTITION BY toYYYYMM(day)
ORDER BY (day, reason)
SETTINGS non_replicated_deduplication_window = 50000
COMMENT 'Visits that led nowhere per day; sum when reading';

TRUNCATE TABLE misses_day SYNC;

INSERT INTO misses_day SELECT toDate(at) AS day, reason, count() AS misses FROM misses GROUP BY day, reason
SETTINGS insert_deduplicate = 0, max_partitions_per_insert_block = 0;

CREATE MATERIALIZED VIEW IF NOT EXISTS misses_day_view TO misses_day AS
SELECT toDate(at) AS day, reason, count() AS misses
FROM misses
GROUP BY day, reason;
