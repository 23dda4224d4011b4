-- What the top lists count, by day, for the days of links that were clicked so often that counting them anew takes long.
-- Kept once a day is over, not with each insert: that would cost more than everything else that is kept up. A day holds
-- as long as its row of no dimension has as many clicks as link_quarter; else the page counts its clicks.
CREATE TABLE IF NOT EXISTS link_day_value
(
  owner_id UUID,
  link_id UUID,
  dimension LowCardinality(String) COMMENT 'country, browser, os, device, referrer or isp; empty for all clicks of the day, which is written last',
  day Date COMMENT 'UTC',
  run UInt64 COMMENT 'Which counting of the day: only that of a row of no dimension is whole',
  value LowCardinality(String) COMMENT 'Empty where unknown',
  people UInt64,
  bots UInt64
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (owner_id, link_id, dimension, day)
SETTINGS index_granularity = 1024
COMMENT 'Clicks of busy links per day and value of a dimension';
