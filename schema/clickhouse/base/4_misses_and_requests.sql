-- One row per visit that led nowhere, for MISSES_RETENTION_DAYS. In the order of codes.
CREATE TABLE IF NOT EXISTS misses
(
  at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
  code String COMMENT 'As it was asked for',
  reason LowCardinality(String)
    COMMENT 'unknown (code), inactive, unknown host, base URL; expired, not yet, used up, banned, wrong password',
  batch_id UUID,
  owner_id UUID COMMENT 'Account that owns the link; zeros where no link is known' CODEC(ZSTD(1)),
  link_id UUID COMMENT 'Zeros where no link is known' CODEC(ZSTD(1)),
  host LowCardinality(String) COMMENT 'As it was asked for, cut',
  path String COMMENT 'As it was asked for, cut, without the query; empty where it was not kept' CODEC(ZSTD(1)),
  visitor UInt64 COMMENT 'As that of clicks; of misses without an account as if those had one of their own',
  country LowCardinality(String) COMMENT 'ISO 3166-1 alpha-2; empty where unknown',
  region LowCardinality(String),
  city LowCardinality(String),
  asn UInt32 COMMENT 'Autonomous system of the address; 0 where unknown',
  isp LowCardinality(String) COMMENT 'Name of the autonomous system; empty where unknown',
  device LowCardinality(String) COMMENT 'mobile, desktop, tablet or Unknown',
  browser LowCardinality(String),
  browser_version LowCardinality(String),
  os LowCardinality(String),
  os_version LowCardinality(String),
  is_bot Bool COMMENT 'As that of clicks',
  bot_reason LowCardinality(String) COMMENT 'Which rule; empty for people',
  bot_rules UInt16
    COMMENT 'Version of the rules that is_bot and bot_reason rest on; 0 where nothing of the visitor was kept',
  referrer LowCardinality(String) COMMENT 'Host without www; empty for direct visits',
  user_agent LowCardinality(String) COMMENT 'As that of clicks' TTL toDateTime(at) + toIntervalDay(90),
  languages LowCardinality(String) COMMENT 'As those of clicks',
  domain UInt32 COMMENT 'Number of the host that it was asked for under; 0 is the default one',
  revision UInt32 COMMENT 'Of the link when it was visited; 0 where it was not kept',
  flags UInt8 COMMENT 'How it was asked for: 1 HEAD, 2 prefetch, 4 link preview'
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (code, at)
SETTINGS non_replicated_deduplication_window = 50000, index_granularity = 8192
COMMENT 'Visits that led nowhere';

-- The same visits by account and time. Misses of a link have its account; of unknown codes and the base URL of a domain only
-- the domain is known, whose number belongs to one workspace for good.
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
SETTINGS non_replicated_deduplication_window = 50000, index_granularity = 8192
COMMENT 'Visits that led nowhere, by whose they are and by time; kept as long as misses are';

CREATE MATERIALIZED VIEW IF NOT EXISTS misses_by_owner_view TO misses_by_owner AS
SELECT owner_id, domain, at, reason, is_bot, code, host, path, link_id, referrer, country, device, browser, os
FROM misses;

-- Daily sums, without an end. What an erased link's misses had added is subtracted by rows with negative numbers.
CREATE TABLE IF NOT EXISTS misses_day
(
  day Date COMMENT 'UTC',
  reason LowCardinality(String) COMMENT 'unknown or inactive',
  misses Int64
)
ENGINE = SummingMergeTree(misses)
PARTITION BY toYYYYMM(day)
ORDER BY (day, reason)
SETTINGS non_replicated_deduplication_window = 50000, index_granularity = 8192
COMMENT 'Visits that led nowhere per day; sum when reading';

CREATE MATERIALIZED VIEW IF NOT EXISTS misses_day_view TO misses_day AS
SELECT toDate(at) AS day, reason, count() AS misses
FROM misses
GROUP BY day, reason;

-- Requests as redirectors counted them, batch by batch, apart from the rows that they record: the ledger compares the pages'
-- figures with these.
CREATE TABLE IF NOT EXISTS request_quarter
(
  owner_id UUID COMMENT 'Account that owns the link; zeros where no link is known',
  link_id UUID COMMENT 'Zeros where no link is known, and for requests of erased links',
  domain UInt32 COMMENT 'Number of the host that it was asked for under; 0 is the default one',
  quarter DateTime('UTC') COMMENT 'Start of the quarter of an hour' CODEC(Delta(4), ZSTD(1)),
  clicks UInt64 COMMENT 'Recorded as clicks',
  misses UInt64 COMMENT 'Recorded as misses',
  dropped UInt64 COMMENT 'Answered, and not recorded: neither disk nor memory had room',
  erased UInt64 COMMENT 'Of clicks and misses: those whose link was erased'
)
ENGINE = SummingMergeTree((clicks, misses, dropped, erased))
PARTITION BY toYYYYMM(quarter)
ORDER BY (owner_id, link_id, domain, quarter)
SETTINGS non_replicated_deduplication_window = 50000, merge_selector_base = 10, index_granularity = 8192,
  min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1
COMMENT 'Requests of a link per quarter of an hour as redirectors counted them; sum when reading';
