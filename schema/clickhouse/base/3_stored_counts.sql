-- Counts of top lists by day, for links that were clicked so often that counting again takes long. Stored once when the day is
-- over: to update them with each insert would cost more than all other sums. A day is valid as long as its row
-- without a dimension has as many clicks as link_quarter; else the page counts its clicks.
CREATE TABLE IF NOT EXISTS link_day_value
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
ENGINE = MergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (owner_id, link_id, dimension, day)
SETTINGS index_granularity = 1024, min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1
COMMENT 'Clicks of busy links per day and value of a dimension';

-- The same for whole accounts. A day is valid as long as its row without a field has as many clicks as owner_quarter.
CREATE TABLE IF NOT EXISTS owner_day_value
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
ENGINE = MergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (owner_id, field, day)
SETTINGS index_granularity = 1024, min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1
COMMENT 'Clicks of busy accounts per day and value of a field';

CREATE TABLE IF NOT EXISTS owner_day_link
(
  owner_id UUID,
  day Date COMMENT 'UTC',
  run UInt64 COMMENT 'As that of owner_day_value, which says whether it is whole',
  link_id UUID,
  people UInt64,
  bots UInt64
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (owner_id, day)
SETTINGS index_granularity = 1024, min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1
COMMENT 'Clicks of the links of busy accounts per day';

-- Counts of one filter of a whole account by day: clicks by quarter of an hour and visitors, of values with so many clicks that
-- counting again takes long. Stored with owner_day_value, whose row without a field says whether a run is complete.
-- Without it pages count the clicks.
CREATE TABLE IF NOT EXISTS owner_day_segment
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
ENGINE = MergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (owner_id, field, value, day)
SETTINGS index_granularity = 64, min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1
COMMENT 'Clicks and visitors of busy accounts per day and frequent value of a field';
