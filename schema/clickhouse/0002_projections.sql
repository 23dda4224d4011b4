-- What the pages show, kept up by views on clicks. Quarters of an hour, so that days are right in every time zone.
CREATE TABLE IF NOT EXISTS link_quarter
(
  owner_id UUID,
  link_id UUID,
  quarter DateTime('UTC') COMMENT 'Start of the quarter of an hour' CODEC(Delta(4), ZSTD(1)),
  people UInt64,
  bots UInt64
)
ENGINE = SummingMergeTree((people, bots))
PARTITION BY toYYYYMM(quarter)
ORDER BY (owner_id, link_id, quarter)
SETTINGS non_replicated_deduplication_window = 50000
COMMENT 'Clicks of a link per quarter of an hour; sum when reading';

CREATE MATERIALIZED VIEW IF NOT EXISTS link_quarter_view TO link_quarter AS
SELECT owner_id, link_id, toStartOfFifteenMinutes(at) AS quarter, countIf(NOT is_bot) AS people, countIf(is_bot) AS bots
FROM clicks
GROUP BY owner_id, link_id, quarter;

CREATE TABLE IF NOT EXISTS owner_quarter
(
  owner_id UUID,
  quarter DateTime('UTC') COMMENT 'Start of the quarter of an hour' CODEC(Delta(4), ZSTD(1)),
  people UInt64,
  bots UInt64
)
ENGINE = SummingMergeTree((people, bots))
PARTITION BY toYYYYMM(quarter)
ORDER BY (owner_id, quarter)
SETTINGS non_replicated_deduplication_window = 50000
COMMENT 'Clicks of an account per quarter of an hour; sum when reading';

CREATE MATERIALIZED VIEW IF NOT EXISTS owner_quarter_view TO owner_quarter AS
SELECT owner_id, toStartOfFifteenMinutes(at) AS quarter, countIf(NOT is_bot) AS people, countIf(is_bot) AS bots
FROM clicks
GROUP BY owner_id, quarter;

-- Visitors are told apart within one UTC day only, so the days are added up.
CREATE TABLE IF NOT EXISTS link_day
(
  owner_id UUID,
  link_id UUID,
  day Date COMMENT 'UTC',
  people AggregateFunction(uniqCombined(14), UInt64) COMMENT 'Visitors that are no bots',
  everyone AggregateFunction(uniqCombined(14), UInt64) COMMENT 'Visitors, bots among them'
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (owner_id, link_id, day)
SETTINGS non_replicated_deduplication_window = 50000
COMMENT 'Unique visitors of a link per day; uniqCombinedMerge(14) per day, then the sum';

CREATE MATERIALIZED VIEW IF NOT EXISTS link_day_view TO link_day AS
SELECT owner_id, link_id, toDate(at) AS day,
  uniqCombinedStateIf(14)(visitor, NOT is_bot) AS people, uniqCombinedState(14)(visitor) AS everyone
FROM clicks
GROUP BY owner_id, link_id, day;

CREATE TABLE IF NOT EXISTS owner_day
(
  owner_id UUID,
  day Date COMMENT 'UTC',
  people AggregateFunction(uniqCombined(14), UInt64) COMMENT 'Visitors that are no bots',
  everyone AggregateFunction(uniqCombined(14), UInt64) COMMENT 'Visitors, bots among them'
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (owner_id, day)
SETTINGS non_replicated_deduplication_window = 50000
COMMENT 'Unique visitors of an account per day; uniqCombinedMerge(14) per day, then the sum';

CREATE MATERIALIZED VIEW IF NOT EXISTS owner_day_view TO owner_day AS
SELECT owner_id, toDate(at) AS day,
  uniqCombinedStateIf(14)(visitor, NOT is_bot) AS people, uniqCombinedState(14)(visitor) AS everyone
FROM clicks
GROUP BY owner_id, day;

-- Per link, the raw table answers a top list fast enough; for a whole account it does not.
CREATE TABLE IF NOT EXISTS owner_day_dimension
(
  owner_id UUID,
  day Date COMMENT 'UTC',
  dimension LowCardinality(String) COMMENT 'country, browser, os, device, referrer, isp or utm_source',
  value String COMMENT 'Empty where unknown',
  people UInt64,
  bots UInt64
)
ENGINE = SummingMergeTree((people, bots))
PARTITION BY toYYYYMM(day)
ORDER BY (owner_id, dimension, day, value)
SETTINGS non_replicated_deduplication_window = 50000
COMMENT 'Clicks of an account per day and value of a dimension; sum when reading';

CREATE MATERIALIZED VIEW IF NOT EXISTS owner_day_dimension_view TO owner_day_dimension AS
SELECT owner_id, toDate(at) AS day, dimension, value, countIf(NOT is_bot) AS people, countIf(is_bot) AS bots
FROM clicks
ARRAY JOIN
  ['country', 'browser', 'os', 'device', 'referrer', 'isp', 'utm_source'] AS dimension,
  [toString(country), toString(browser), toString(os), toString(device), toString(referrer), toString(isp),
    toString(utm_source)] AS value
GROUP BY owner_id, day, dimension, value;
