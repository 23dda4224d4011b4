-- One row per click. A batch is one insert, with its id as the deduplication token: the window of each table, also of
-- every view's target, is what makes a repeated batch count once. It holds that many of the latest inserts.
CREATE TABLE IF NOT EXISTS clicks
(
  owner_id UUID COMMENT 'Account that owned the link when it was clicked',
  link_id UUID,
  at DateTime64(3, 'UTC') COMMENT 'When the redirector answered' CODEC(Delta(8), ZSTD(1)),
  click_id UUID COMMENT 'The batch id with its last 4 bytes replaced by the number of the row in the batch',
  batch_id UUID COMMENT 'The redirector''s batch: the unit of deduplication',
  visitor UInt64 COMMENT 'Keyed hash of address and user agent; the key changes every UTC day and is then destroyed',
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
  is_bot Bool COMMENT 'Verdict of the named rules on user agent and purpose headers; bots are kept',
  bot_reason LowCardinality(String) COMMENT 'Which rule; empty for people',
  referrer LowCardinality(String) COMMENT 'Host without www; empty for direct visits',
  utm_source LowCardinality(String),
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  utm_term LowCardinality(String),
  utm_content LowCardinality(String),
  flags UInt8 COMMENT 'How it was asked for: 1 HEAD, 2 prefetch, 4 link preview',
  INDEX batch batch_id TYPE bloom_filter(0.001) GRANULARITY 4
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(at)
PRIMARY KEY (owner_id, link_id, at)
ORDER BY (owner_id, link_id, at, click_id)
SETTINGS non_replicated_deduplication_window = 50000
COMMENT 'Clicks as they were recorded, enriched; the address itself is never here';

CREATE TABLE IF NOT EXISTS misses
(
  at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
  code String COMMENT 'As it was asked for',
  reason LowCardinality(String) COMMENT 'unknown or inactive',
  batch_id UUID
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (code, at)
SETTINGS non_replicated_deduplication_window = 50000
COMMENT 'Visits that led nowhere';
