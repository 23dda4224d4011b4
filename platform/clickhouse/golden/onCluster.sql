CREATE DATABASE IF NOT EXISTS hoplog ON CLUSTER `replicas`;

CREATE TABLE IF NOT EXISTS schema_migration ON CLUSTER `replicas`
      (name String, checksum String, applied_at DateTime('UTC') DEFAULT now())
      ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') ORDER BY name
SETTINGS replicated_deduplication_window = 0;

CREATE TABLE IF NOT EXISTS clicks ON CLUSTER `replicas`
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
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
PARTITION BY toYYYYMM(at)
PRIMARY KEY (owner_id, link_id, at)
ORDER BY (owner_id, link_id, at, click_id)
SETTINGS replicated_deduplication_window = 50000, replicated_deduplication_window_seconds = 604800, index_granularity = 8192, merge_selector_base = 10,
  enable_vertical_merge_algorithm = 0, merge_with_ttl_timeout = 604800
COMMENT 'Clicks as they were recorded, enriched; the address itself is never here';

CREATE TABLE IF NOT EXISTS clicks_cut ON CLUSTER `replicas`
(
  owner_id UUID,
  cut_before Date COMMENT 'UTC; the latest counts'
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', cut_before)
ORDER BY owner_id
SETTINGS replicated_deduplication_window = 0
COMMENT 'Single clicks of an account before this day were removed';

CREATE TABLE IF NOT EXISTS cut_batch ON CLUSTER `replicas`
(
  batch_id UUID,
  cut_on Date COMMENT 'When its clicks were removed'
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', cut_on)
ORDER BY batch_id
SETTINGS replicated_deduplication_window = 0
COMMENT 'Batches of clicks that a retention has removed';

CREATE TABLE IF NOT EXISTS link_quarter ON CLUSTER `replicas`
(
  owner_id UUID,
  link_id UUID,
  quarter DateTime('UTC') COMMENT 'Start of the quarter of an hour' CODEC(Delta(4), ZSTD(1)),
  people UInt64,
  bots UInt64,
  PROJECTION totals (SELECT owner_id, link_id, sum(people), sum(bots) GROUP BY owner_id, link_id)
)
ENGINE = ReplicatedSummingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', (people, bots))
PARTITION BY toYYYYMM(quarter)
ORDER BY (owner_id, link_id, quarter)
SETTINGS replicated_deduplication_window = 50000, replicated_deduplication_window_seconds = 604800, index_granularity = 8192, merge_selector_base = 10,
  deduplicate_merge_projection_mode = 'rebuild', lightweight_mutation_projection_mode = 'rebuild',
  materialize_projections_on_insert = 0, materialize_projections_on_merge = 1,
  min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1
COMMENT 'Clicks of a link per quarter of an hour; sum when reading';

CREATE MATERIALIZED VIEW IF NOT EXISTS link_quarter_view ON CLUSTER `replicas` TO link_quarter AS
SELECT owner_id, link_id, toStartOfFifteenMinutes(at) AS quarter, countIf(NOT is_bot) AS people, countIf(is_bot) AS bots
FROM clicks
GROUP BY owner_id, link_id, quarter;

CREATE TABLE IF NOT EXISTS owner_quarter ON CLUSTER `replicas`
(
  owner_id UUID,
  quarter DateTime('UTC') COMMENT 'Start of the quarter of an hour' CODEC(Delta(4), ZSTD(1)),
  people Int64,
  bots Int64
)
ENGINE = ReplicatedSummingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', (people, bots))
PARTITION BY toYYYYMM(quarter)
ORDER BY (owner_id, quarter)
SETTINGS replicated_deduplication_window = 50000, replicated_deduplication_window_seconds = 604800, index_granularity = 8192, merge_selector_base = 10,
  min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1
COMMENT 'Clicks of an account per quarter of an hour; sum when reading';

CREATE MATERIALIZED VIEW IF NOT EXISTS owner_quarter_view ON CLUSTER `replicas` TO owner_quarter AS
SELECT owner_id, toStartOfFifteenMinutes(at) AS quarter, countIf(NOT is_bot) AS people, countIf(is_bot) AS bots
FROM clicks
GROUP BY owner_id, quarter;

CREATE TABLE IF NOT EXISTS link_day ON CLUSTER `replicas`
(
  owner_id UUID,
  link_id UUID,
  day Date COMMENT 'UTC',
  people AggregateFunction(uniqCombined(14), UInt64) COMMENT 'Visitors that are no bots',
  everyone AggregateFunction(uniqCombined(14), UInt64) COMMENT 'Visitors, bots among them',
  people_first SimpleAggregateFunction(min, UInt8) DEFAULT 255
    COMMENT 'First quarter of an hour of the day, from 0, with clicks of people; 255 for none',
  people_end SimpleAggregateFunction(max, UInt8) DEFAULT 0
    COMMENT 'The quarter after the last with clicks of people; 0 for none',
  everyone_first SimpleAggregateFunction(min, UInt8) DEFAULT 255 COMMENT 'As people_first, with the clicks of bots',
  everyone_end SimpleAggregateFunction(max, UInt8) DEFAULT 0 COMMENT 'As people_end, with the clicks of bots'
)
ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
PARTITION BY toYYYYMM(day)
ORDER BY (owner_id, link_id, day)
SETTINGS replicated_deduplication_window = 50000, replicated_deduplication_window_seconds = 604800, merge_selector_base = 10, index_granularity = 1024,
  min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1
COMMENT 'Unique visitors of a link per day; uniqCombinedMerge(14) per day, then the sum';

CREATE MATERIALIZED VIEW IF NOT EXISTS link_day_view ON CLUSTER `replicas` TO link_day AS
WITH toUInt8(intDiv(toUnixTimestamp(at) % 86400, 900)) AS quarter_of_day
SELECT owner_id, link_id, toDate(at) AS day,
  uniqCombinedStateIf(14)(visitor, NOT is_bot) AS people, uniqCombinedState(14)(visitor) AS everyone,
  min(if(is_bot, 255, quarter_of_day)) AS people_first, toUInt8(max(if(is_bot, 0, quarter_of_day + 1))) AS people_end,
  min(quarter_of_day) AS everyone_first, toUInt8(max(quarter_of_day + 1)) AS everyone_end
FROM clicks
GROUP BY owner_id, link_id, day;

CREATE TABLE IF NOT EXISTS owner_day ON CLUSTER `replicas`
(
  owner_id UUID,
  day Date COMMENT 'UTC',
  people AggregateFunction(uniqCombined(14), UInt64) COMMENT 'Visitors that are no bots',
  everyone AggregateFunction(uniqCombined(14), UInt64) COMMENT 'Visitors, bots among them'
)
ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
PARTITION BY toYYYYMM(day)
ORDER BY (owner_id, day)
SETTINGS replicated_deduplication_window = 50000, replicated_deduplication_window_seconds = 604800, merge_selector_base = 10, index_granularity = 128,
  min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1
COMMENT 'Unique visitors of an account per day; uniqCombinedMerge(14) per day, then the sum';

CREATE MATERIALIZED VIEW IF NOT EXISTS owner_day_view ON CLUSTER `replicas` TO owner_day AS
SELECT owner_id, toDate(at) AS day,
  uniqCombinedStateIf(14)(visitor, NOT is_bot) AS people, uniqCombinedState(14)(visitor) AS everyone
FROM clicks
GROUP BY owner_id, day;

CREATE TABLE IF NOT EXISTS link_day_value ON CLUSTER `replicas`
(
  owner_id UUID,
  link_id UUID,
  dimension LowCardinality(String)
    COMMENT 'country, browser, os, device, referrer or isp; empty for all clicks of the day, which is written last',
  day Date COMMENT 'UTC',
  run UInt64 COMMENT 'Which counting of the day: only that of a row of no dimension is whole',
  value LowCardinality(String) COMMENT 'Empty where unknown',
  people UInt64,
  bots UInt64
)
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
PARTITION BY toYYYYMM(day)
ORDER BY (owner_id, link_id, dimension, day)
SETTINGS replicated_deduplication_window = 0, index_granularity = 1024, min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1
COMMENT 'Clicks of busy links per day and value of a dimension';

CREATE TABLE IF NOT EXISTS owner_day_value ON CLUSTER `replicas`
(
  owner_id UUID,
  field LowCardinality(String)
    COMMENT 'Name of a listed field of clicks; empty for all clicks of the day, which is written last',
  day Date COMMENT 'UTC',
  run UInt64 COMMENT 'Which counting of the day: only that of a row of no field is whole',
  value LowCardinality(String) COMMENT 'Empty where unknown; of languages each one counts',
  people UInt64,
  bots UInt64
)
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
PARTITION BY toYYYYMM(day)
ORDER BY (owner_id, field, day)
SETTINGS replicated_deduplication_window = 0, index_granularity = 1024, min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1
COMMENT 'Clicks of busy accounts per day and value of a field';

CREATE TABLE IF NOT EXISTS owner_day_link ON CLUSTER `replicas`
(
  owner_id UUID,
  day Date COMMENT 'UTC',
  run UInt64 COMMENT 'As that of owner_day_value, which says whether it is whole',
  link_id UUID,
  people UInt64,
  bots UInt64
)
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
PARTITION BY toYYYYMM(day)
ORDER BY (owner_id, day)
SETTINGS replicated_deduplication_window = 0, index_granularity = 1024, min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1
COMMENT 'Clicks of the links of busy accounts per day';

CREATE TABLE IF NOT EXISTS owner_day_segment ON CLUSTER `replicas`
(
  owner_id UUID,
  field LowCardinality(String) COMMENT 'Name of a listed field of clicks that has one value for each click',
  value String COMMENT 'Empty where unknown',
  day Date COMMENT 'UTC',
  run UInt64 COMMENT 'As that of owner_day_value, which says whether it is whole',
  people Array(UInt32) COMMENT 'Clicks by quarter of an hour of the day',
  bots Array(UInt32) COMMENT 'As people',
  people_visitors AggregateFunction(uniqCombined(14), UInt64) COMMENT 'Visitors that are no bots',
  bot_visitors AggregateFunction(uniqCombined(14), UInt64) COMMENT 'Visitors that are bots'
)
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
PARTITION BY toYYYYMM(day)
ORDER BY (owner_id, field, value, day)
SETTINGS replicated_deduplication_window = 0, index_granularity = 64, min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1
COMMENT 'Clicks and visitors of busy accounts per day and frequent value of a field';

CREATE TABLE IF NOT EXISTS misses ON CLUSTER `replicas`
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
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
PARTITION BY toYYYYMM(at)
ORDER BY (code, at)
SETTINGS replicated_deduplication_window = 50000, replicated_deduplication_window_seconds = 604800, index_granularity = 8192
COMMENT 'Visits that led nowhere';

CREATE TABLE IF NOT EXISTS misses_by_owner ON CLUSTER `replicas`
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
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
PARTITION BY toYYYYMM(at)
ORDER BY (owner_id, domain, at)
SETTINGS replicated_deduplication_window = 50000, replicated_deduplication_window_seconds = 604800, index_granularity = 8192
COMMENT 'Visits that led nowhere, by whose they are and by time; kept as long as misses are';

CREATE MATERIALIZED VIEW IF NOT EXISTS misses_by_owner_view ON CLUSTER `replicas` TO misses_by_owner AS
SELECT owner_id, domain, at, reason, is_bot, code, host, path, link_id, referrer, country, device, browser, os
FROM misses;

CREATE TABLE IF NOT EXISTS misses_day ON CLUSTER `replicas`
(
  day Date COMMENT 'UTC',
  reason LowCardinality(String) COMMENT 'unknown or inactive',
  misses Int64
)
ENGINE = ReplicatedSummingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', misses)
PARTITION BY toYYYYMM(day)
ORDER BY (day, reason)
SETTINGS replicated_deduplication_window = 50000, replicated_deduplication_window_seconds = 604800, index_granularity = 8192
COMMENT 'Visits that led nowhere per day; sum when reading';

CREATE MATERIALIZED VIEW IF NOT EXISTS misses_day_view ON CLUSTER `replicas` TO misses_day AS
SELECT toDate(at) AS day, reason, count() AS misses
FROM misses
GROUP BY day, reason;

CREATE TABLE IF NOT EXISTS request_quarter ON CLUSTER `replicas`
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
ENGINE = ReplicatedSummingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', (clicks, misses, dropped, erased))
PARTITION BY toYYYYMM(quarter)
ORDER BY (owner_id, link_id, domain, quarter)
SETTINGS replicated_deduplication_window = 50000, replicated_deduplication_window_seconds = 604800, merge_selector_base = 10, index_granularity = 8192,
  min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1
COMMENT 'Requests of a link per quarter of an hour as redirectors counted them; sum when reading';

CREATE TABLE IF NOT EXISTS links ON CLUSTER `replicas`
(
  owner_id UUID,
  link_id UUID,
  version UInt64 COMMENT 'Position of the event after which the row was read',
  code String,
  domain LowCardinality(String) COMMENT 'Name of the domain of its account that it is in; empty for the default one',
  name String,
  original_url String,
  group_id UUID COMMENT 'Zeros for no group',
  is_active Bool,
  created_at DateTime64(3, 'UTC'),
  updated_at DateTime64(3, 'UTC'),
  tag_ids Array(UUID) COMMENT 'Tags that the link has',
  tags Array(String) COMMENT 'Names of these tags, in order',
  note String,
  external_id String COMMENT 'What a program of the owner calls the link; empty for none',
  is_archived Bool
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', version)
ORDER BY (owner_id, link_id)
SETTINGS replicated_deduplication_window = 0
COMMENT 'Links as they are now; read with FINAL';

CREATE TABLE IF NOT EXISTS link_groups ON CLUSTER `replicas`
(
  owner_id UUID,
  group_id UUID,
  version UInt64 COMMENT 'Position of the event after which the row was read',
  name String,
  created_at DateTime64(3, 'UTC')
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', version)
ORDER BY (owner_id, group_id)
SETTINGS replicated_deduplication_window = 0
COMMENT 'Groups as they are now; read with FINAL';

CREATE TABLE IF NOT EXISTS links_position ON CLUSTER `replicas`
(
  name String,
  transaction_id UInt64,
  position UInt64
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
ORDER BY name
SETTINGS replicated_deduplication_window = 0
COMMENT 'How far in the event log links and link_groups are; read with FINAL';

CREATE TABLE IF NOT EXISTS imported_visits ON CLUSTER `replicas`
(
  owner_id UUID COMMENT 'Account that owns the link',
  link_id UUID,
  ordinal UInt32 COMMENT 'Of the row within its link, in the order in which the source gave them',
  import_id UUID COMMENT 'Import that brought them',
  source LowCardinality(String) COMMENT 'Service that counted them',
  is_dated Bool COMMENT 'false where the source says no more than how many there were',
  quarter DateTime('UTC')
    COMMENT 'Start of the quarter of an hour; of the day where the source counts by day; 1970 where it is not dated' CODEC(Delta(4), ZSTD(1)),
  visits UInt64,
  is_bot Bool COMMENT 'The source took them for bots',
  country LowCardinality(String) COMMENT 'ISO 3166-1 code; this and the following are empty where unknown',
  referrer String COMMENT 'Host',
  browser LowCardinality(String),
  os LowCardinality(String),
  device LowCardinality(String)
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')
ORDER BY (owner_id, link_id, ordinal)
SETTINGS replicated_deduplication_window = 0
COMMENT 'Visits that another service has counted, per link; read with FINAL';

CREATE TABLE IF NOT EXISTS conversions ON CLUSTER `replicas`
(
  owner_id UUID COMMENT 'Account that owns the link',
  link_id UUID,
  conversion_id UUID,
  click_id UUID COMMENT 'The click that it came of',
  version UInt8 COMMENT '1 as it was reported, 2 taken back',
  removed Bool COMMENT 'It was taken back: no figure counts it',
  type LowCardinality(String) COMMENT 'lead or sale',
  name String COMMENT 'What the owner calls it; empty without',
  amount UInt64 COMMENT 'In minor units of the currency; 0 without',
  currency LowCardinality(String) COMMENT 'ISO 4217; empty without',
  at DateTime64(3, 'UTC')
    COMMENT 'When the click was; its second alone where the click was not found' CODEC(Delta(8), ZSTD(1)),
  converted_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
  reported_at DateTime64(3, 'UTC') DEFAULT converted_at COMMENT 'When it was reported',
  matched Bool COMMENT 'The click was found; where not, all that follows is empty',
  country LowCardinality(String) COMMENT 'This and the following as in clicks',
  region LowCardinality(String),
  city LowCardinality(String),
  asn UInt32,
  isp LowCardinality(String),
  device LowCardinality(String),
  browser LowCardinality(String),
  browser_version LowCardinality(String),
  os LowCardinality(String),
  os_version LowCardinality(String),
  is_bot Bool,
  bot_reason LowCardinality(String),
  referrer LowCardinality(String),
  utm_source LowCardinality(String),
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  utm_term LowCardinality(String),
  utm_content LowCardinality(String),
  languages LowCardinality(String),
  domain UInt32,
  revision UInt32,
  rule UInt32,
  arm UInt32,
  trigger LowCardinality(String)
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', version)
ORDER BY (owner_id, link_id, conversion_id)
SETTINGS replicated_deduplication_window = 0
COMMENT 'Leads and sales, with what their clicks say; read with FINAL WHERE NOT removed';

ALTER TABLE owner_day_segment ON CLUSTER `replicas` DELETE WHERE field IN ('os', 'rare os');

ALTER TABLE clicks ON CLUSTER `replicas` UPDATE os = multiIf(lower(os) = 'mac os', 'macOS', lower(os) = 'chromium os', 'Chrome OS', 'Linux')
WHERE lower(os) IN ('mac os', 'chromium os',
  'ubuntu', 'kubuntu', 'xubuntu', 'lubuntu', 'debian', 'fedora', 'mint', 'arch', 'centos', 'redhat', 'red hat', 'suse',
  'opensuse', 'gentoo', 'mageia', 'mandriva', 'manjaro', 'slackware', 'elementary os', 'deepin', 'raspbian', 'gnu');

ALTER TABLE misses ON CLUSTER `replicas` UPDATE os = multiIf(lower(os) = 'mac os', 'macOS', lower(os) = 'chromium os', 'Chrome OS', 'Linux')
WHERE lower(os) IN ('mac os', 'chromium os',
  'ubuntu', 'kubuntu', 'xubuntu', 'lubuntu', 'debian', 'fedora', 'mint', 'arch', 'centos', 'redhat', 'red hat', 'suse',
  'opensuse', 'gentoo', 'mageia', 'mandriva', 'manjaro', 'slackware', 'elementary os', 'deepin', 'raspbian', 'gnu');

ALTER TABLE misses_by_owner ON CLUSTER `replicas` UPDATE os = multiIf(lower(os) = 'mac os', 'macOS', lower(os) = 'chromium os', 'Chrome OS', 'Linux')
WHERE lower(os) IN ('mac os', 'chromium os',
  'ubuntu', 'kubuntu', 'xubuntu', 'lubuntu', 'debian', 'fedora', 'mint', 'arch', 'centos', 'redhat', 'red hat', 'suse',
  'opensuse', 'gentoo', 'mageia', 'mandriva', 'manjaro', 'slackware', 'elementary os', 'deepin', 'raspbian', 'gnu');

ALTER TABLE conversions ON CLUSTER `replicas` UPDATE os = multiIf(lower(os) = 'mac os', 'macOS', lower(os) = 'chromium os', 'Chrome OS', 'Linux')
WHERE lower(os) IN ('mac os', 'chromium os',
  'ubuntu', 'kubuntu', 'xubuntu', 'lubuntu', 'debian', 'fedora', 'mint', 'arch', 'centos', 'redhat', 'red hat', 'suse',
  'opensuse', 'gentoo', 'mageia', 'mandriva', 'manjaro', 'slackware', 'elementary os', 'deepin', 'raspbian', 'gnu');

ALTER TABLE imported_visits ON CLUSTER `replicas` UPDATE os = multiIf(lower(os) = 'mac os', 'macOS', lower(os) = 'chromium os', 'Chrome OS', 'Linux')
WHERE lower(os) IN ('mac os', 'chromium os',
  'ubuntu', 'kubuntu', 'xubuntu', 'lubuntu', 'debian', 'fedora', 'mint', 'arch', 'centos', 'redhat', 'red hat', 'suse',
  'opensuse', 'gentoo', 'mageia', 'mandriva', 'manjaro', 'slackware', 'elementary os', 'deepin', 'raspbian', 'gnu');

ALTER TABLE link_day_value ON CLUSTER `replicas` UPDATE value = multiIf(lower(value) = 'mac os', 'macOS', lower(value) = 'chromium os', 'Chrome OS', 'Linux')
WHERE dimension = 'os' AND lower(value) IN ('mac os', 'chromium os',
  'ubuntu', 'kubuntu', 'xubuntu', 'lubuntu', 'debian', 'fedora', 'mint', 'arch', 'centos', 'redhat', 'red hat', 'suse',
  'opensuse', 'gentoo', 'mageia', 'mandriva', 'manjaro', 'slackware', 'elementary os', 'deepin', 'raspbian', 'gnu');

ALTER TABLE owner_day_value ON CLUSTER `replicas` UPDATE value = multiIf(lower(value) = 'mac os', 'macOS', lower(value) = 'chromium os', 'Chrome OS', 'Linux')
WHERE field = 'os' AND lower(value) IN ('mac os', 'chromium os',
  'ubuntu', 'kubuntu', 'xubuntu', 'lubuntu', 'debian', 'fedora', 'mint', 'arch', 'centos', 'redhat', 'red hat', 'suse',
  'opensuse', 'gentoo', 'mageia', 'mandriva', 'manjaro', 'slackware', 'elementary os', 'deepin', 'raspbian', 'gnu');

ALTER TABLE conversions ON CLUSTER `replicas` COMMENT COLUMN version '1 as it was reported, one more after each refund, 255 taken back; 2 where an earlier release took it back';

ALTER TABLE conversions ON CLUSTER `replicas` COMMENT COLUMN amount 'In minor units of the currency, without what was paid back; 0 without';

ALTER TABLE conversions ON CLUSTER `replicas` ADD COLUMN refunded UInt64 COMMENT 'What was paid back of a sale, in minor units; amount is what is left' AFTER amount;

ALTER TABLE clicks ON CLUSTER `replicas` ADD COLUMN visited_path LowCardinality(String)
  COMMENT 'Path as it was visited, where it is not just the code: percent-encoded, at most 200 characters' AFTER trigger;
