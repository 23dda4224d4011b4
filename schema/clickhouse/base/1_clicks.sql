-- One row per click. A delivery is one insert, with its ID as the deduplication token: a repeated insert counts once as long as
-- it is among the last 50,000 of each table, also of every view's target. Batches make small parts, which are merged
-- when there are more of them (merge_selector_base), so that each row is rewritten less often. A merge reads all columns
-- at once: column by column, the dictionaries of LowCardinality columns take twice as long. Rows lose their user
-- agent one after the other, and each time their part is rewritten: once a week is enough (merge_with_ttl_timeout).
-- Reading quarter costs a tenth of reading at.
CREATE TABLE IF NOT EXISTS clicks
(
  owner_id UUID COMMENT 'Account that owned the link when it was clicked',
  link_id UUID,
  at DateTime64(3, 'UTC') COMMENT 'When the redirector answered' CODEC(Delta(8), ZSTD(1)),
  click_id UUID COMMENT 'Fixed before the answer: 12 bytes of the chunk in which it was recorded and its number there',
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
  trigger LowCardinality(String) DEFAULT 'link'
    COMMENT 'qr for a QR code that tells its scans apart, link for every other click',
  flags UInt8 COMMENT 'How it was asked for: 1 HEAD, 2 prefetch, 4 link preview',
  user_agent LowCardinality(String)
    COMMENT 'As it was sent, cut; emptied after as many days as ingest is told (USER_AGENT_RETENTION_DAYS)' TTL toDateTime(at) + toIntervalDay(90),
  languages LowCardinality(String)
    COMMENT 'Languages asked for with a weight of 0.9 or more, at most four, joined by commas, the most wanted first',
  bot_rules UInt16 COMMENT 'Version of the rules that is_bot and bot_reason rest on; 0 where it was not kept',
  domain UInt32 COMMENT 'Number of the host that it was asked for under; 0 is the default one',
  revision UInt32 COMMENT 'Of the link when it was visited; 0 where it was not kept',
  rule UInt32 COMMENT 'Number of the rule of the link that decided where it went; 0 for none',
  arm UInt32 COMMENT 'Number of the arm of a split that it went to; 0 for none',
  quarter DateTime('UTC') MATERIALIZED toStartOfFifteenMinutes(at)
    COMMENT 'Start of the quarter of an hour of at' CODEC(Delta(4), LZ4),
  INDEX batch batch_id TYPE bloom_filter(0.001) GRANULARITY 4
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(at)
PRIMARY KEY (owner_id, link_id, at)
ORDER BY (owner_id, link_id, at, click_id)
SETTINGS non_replicated_deduplication_window = 50000, index_granularity = 8192, merge_selector_base = 10,
  enable_vertical_merge_algorithm = 0, merge_with_ttl_timeout = 604800
COMMENT 'Clicks as they were recorded, enriched; the address itself is never here';

-- The first day of a workspace's single clicks: retention has deleted earlier ones, while their sums stay. Only ever
-- increases. Sums of earlier days can't be derived from clicks.
CREATE TABLE IF NOT EXISTS clicks_cut
(
  owner_id UUID,
  cut_before Date COMMENT 'UTC; the latest counts'
)
ENGINE = ReplacingMergeTree(cut_before)
ORDER BY owner_id
COMMENT 'Single clicks of an account before this day were removed';

-- Batches of the deleted clicks: a copy of one that arrives much later is recognised by its ID and not counted.
CREATE TABLE IF NOT EXISTS cut_batch
(
  batch_id UUID,
  cut_on Date COMMENT 'When its clicks were removed'
)
ENGINE = ReplacingMergeTree(cut_on)
ORDER BY batch_id
COMMENT 'Batches of clicks that a retention has removed';
