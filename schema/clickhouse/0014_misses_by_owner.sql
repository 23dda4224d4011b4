-- Visits that led nowhere by whose they are and by time: misses are in the order of their codes. Those of a link have its
-- account; of unknown codes and the bare host of a domain only the domain is known, and its number is one workspace's for good.
-- Nobody writes meanwhile, so what is there is copied once, also where this is repeated.
DROP VIEW IF EXISTS misses_by_owner_view SYNC;

CREATE TABLE IF NOT EXISTS misses_by_owner
(
  owner_id UUID COMMENT 'Account that owns the link; zeros where no link is known',
  domain UInt32 COMMENT 'Number of the host that it was asked for under; 0 is the default one, and that of unknown hosts',
  at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
  reason LowCardinality(String) COMMENT 'As that of misses',
  is_bot Bool COMMENT 'As that of clicks',
  code String COMMENT 'As it was asked for',
  host LowCardinality(String) COMMENT 'As it was asked for, cut',
  path String COMMENT 'As it was asked for, cut, without the query' CODEC(ZSTD(1)),
  link_id UUID COMMENT 'Zeros where no link is known' CODEC(ZSTD(1)),
  referrer LowCardinality(String) COMMENT 'Host without www; empty for direct visits',
  country LowCardinality(String) COMMENT 'ISO 3166-1 alpha-2; empty where unknown',
  device LowCardinality(String) COMMENT 'mobile, desktop, tablet or Unknown',
  browser LowCardinality(String),
  os LowCardinality(String)
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (owner_id, domain, at)
SETTINGS non_replicated_deduplication_window = 50000
COMMENT 'Visits that led nowhere, by whose they are and by time; kept as long as misses are';

TRUNCATE TABLE misses_by_owner SYNC;

INSERT INTO misses_by_owner SELECT owner_id, domain, at, reason, is_bot, code, host, path, link_id, referrer, country, device, browser, os FROM misses
SETTINGS insert_deduplicate = 0, max_partitions_per_insert_block = 0;

CREATE MATERIALIZED VIEW IF NOT EXISTS misses_by_owner_view TO misses_by_owner AS
SELECT owner_id, domain, at, reason, is_bot, code, host, path, link_id, referrer, country, device, browser, os
FROM misses;
