-- What one filter of a whole account counts, by day: clicks by quarter of an hour and visitors, of values with so many clicks that
-- counting them anew takes long. Stored with the lists of a day (owner_day_value), whose row of no field says whether a run is
-- whole. Without it pages count the clicks, as they do for days that were stored by the release before.
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
SETTINGS index_granularity = 64
COMMENT 'Clicks and visitors of busy accounts per day and frequent value of a field';
