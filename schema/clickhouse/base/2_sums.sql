-- What the pages show, kept up to date by views on clicks. A quarter of an hour, so that days are right in every time zone.
-- The projection holds a link's clicks of all time for lists and tiles. It is built by merges and rebuilt when rows are
-- merged or deleted, but not for the small part of one insert, where it would cost more than the rows.
-- A month in which nothing was written for a day becomes one part (min_age_to_force_merge_seconds): a question about
-- ninety days opens every part of four months, which takes longer than reading them.
CREATE TABLE IF NOT EXISTS link_quarter
(
  owner_id UUID,
  link_id UUID,
  quarter DateTime('UTC') COMMENT 'Start of the quarter of an hour' CODEC(Delta(4), ZSTD(1)),
  people UInt64,
  bots UInt64,
  PROJECTION totals (SELECT owner_id, link_id, sum(people), sum(bots) GROUP BY owner_id, link_id)
)
ENGINE = SummingMergeTree((people, bots))
PARTITION BY toYYYYMM(quarter)
ORDER BY (owner_id, link_id, quarter)
SETTINGS non_replicated_deduplication_window = 50000, index_granularity = 8192, merge_selector_base = 10,
  deduplicate_merge_projection_mode = 'rebuild', lightweight_mutation_projection_mode = 'rebuild',
  materialize_projections_on_insert = 0, materialize_projections_on_merge = 1,
  min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1
COMMENT 'Clicks of a link per quarter of an hour; sum when reading';

CREATE MATERIALIZED VIEW IF NOT EXISTS link_quarter_view TO link_quarter AS
SELECT owner_id, link_id, toStartOfFifteenMinutes(at) AS quarter, countIf(NOT is_bot) AS people, countIf(is_bot) AS bots
FROM clicks
GROUP BY owner_id, link_id, quarter;

-- Signed: what an erased link had counted is subtracted by rows with negative numbers.
CREATE TABLE IF NOT EXISTS owner_quarter
(
  owner_id UUID,
  quarter DateTime('UTC') COMMENT 'Start of the quarter of an hour' CODEC(Delta(4), ZSTD(1)),
  people Int64,
  bots Int64
)
ENGINE = SummingMergeTree((people, bots))
PARTITION BY toYYYYMM(quarter)
ORDER BY (owner_id, quarter)
SETTINGS non_replicated_deduplication_window = 50000, index_granularity = 8192, merge_selector_base = 10,
  min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1
COMMENT 'Clicks of an account per quarter of an hour; sum when reading';

CREATE MATERIALIZED VIEW IF NOT EXISTS owner_quarter_view TO owner_quarter AS
SELECT owner_id, toStartOfFifteenMinutes(at) AS quarter, countIf(NOT is_bot) AS people, countIf(is_bot) AS bots
FROM clicks
GROUP BY owner_id, quarter;

-- Visitors are distinguished within one UTC day only, so the days are added up. The first and the last quarter of the day say
-- exactly whether a link was clicked in a period of more than a day, for a third of the cost of reading its quarters.
-- Small granules: a question reads one link's states.
CREATE TABLE IF NOT EXISTS link_day
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
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (owner_id, link_id, day)
SETTINGS non_replicated_deduplication_window = 50000, merge_selector_base = 10, index_granularity = 1024,
  min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1
COMMENT 'Unique visitors of a link per day; uniqCombinedMerge(14) per day, then the sum';

CREATE MATERIALIZED VIEW IF NOT EXISTS link_day_view TO link_day AS
WITH toUInt8(intDiv(toUnixTimestamp(at) % 86400, 900)) AS quarter_of_day
SELECT owner_id, link_id, toDate(at) AS day,
  uniqCombinedStateIf(14)(visitor, NOT is_bot) AS people, uniqCombinedState(14)(visitor) AS everyone,
  min(if(is_bot, 255, quarter_of_day)) AS people_first, toUInt8(max(if(is_bot, 0, quarter_of_day + 1))) AS people_end,
  min(quarter_of_day) AS everyone_first, toUInt8(max(quarter_of_day + 1)) AS everyone_end
FROM clicks
GROUP BY owner_id, link_id, day;

-- As link_day. Granules are smaller: a question reads one account's days.
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
SETTINGS non_replicated_deduplication_window = 50000, merge_selector_base = 10, index_granularity = 128,
  min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1
COMMENT 'Unique visitors of an account per day; uniqCombinedMerge(14) per day, then the sum';

CREATE MATERIALIZED VIEW IF NOT EXISTS owner_day_view TO owner_day AS
SELECT owner_id, toDate(at) AS day,
  uniqCombinedStateIf(14)(visitor, NOT is_bot) AS people, uniqCombinedState(14)(visitor) AS everyone
FROM clicks
GROUP BY owner_id, day;
