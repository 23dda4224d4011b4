-- When a click was, cut to its quarter of an hour: a tenth of what reading `at` costs, which is most of a question with
-- filters to a whole account. Made by ClickHouse of what is written, so the release before goes on writing beside it; of rows of
-- before when they are read, until the mutation has written it.
ALTER TABLE clicks
  ADD COLUMN IF NOT EXISTS quarter DateTime('UTC') MATERIALIZED toStartOfFifteenMinutes(at)
    COMMENT 'Start of the quarter of an hour of at' CODEC(Delta(4), LZ4);

ALTER TABLE clicks MATERIALIZE COLUMN quarter;

-- What the top lists of a whole account count, by day, as link_day_value for links: stored once a day is over, for accounts that
-- were clicked so often that counting them anew takes long. A day holds as long as its row of no field has as many clicks
-- as owner_quarter.
CREATE TABLE IF NOT EXISTS owner_day_value
(
  owner_id UUID,
  field LowCardinality(String) COMMENT 'Name of a listed field of clicks; empty for all clicks of the day, which is written last',
  day Date COMMENT 'UTC',
  run UInt64 COMMENT 'Which counting of the day: only that of a row of no field is whole',
  value LowCardinality(String) COMMENT 'Empty where unknown; of languages each one counts',
  people UInt64,
  bots UInt64
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (owner_id, field, day)
SETTINGS index_granularity = 1024
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
SETTINGS index_granularity = 1024
COMMENT 'Clicks of the links of busy accounts per day';

-- Visitors of an account, made anew for small granules as those of links were: who asks for one account had to read the states of
-- up to 8192 days of others in every part. Nobody writes clicks meanwhile, and a batch that comes again afterwards changes no
-- set of visitors.
DROP VIEW IF EXISTS owner_day_view SYNC;

DROP TABLE IF EXISTS owner_day_new SYNC;

CREATE TABLE owner_day_new
(
  owner_id UUID,
  day Date COMMENT 'UTC',
  people AggregateFunction(uniqCombined(14), UInt64) COMMENT 'Visitors that are no bots',
  everyone AggregateFunction(uniqCombined(14), UInt64) COMMENT 'Visitors, bots among them'
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (owner_id, day)
SETTINGS non_replicated_deduplication_window = 50000, merge_selector_base = 10, index_granularity = 128
COMMENT 'Unique visitors of an account per day; uniqCombinedMerge(14) per day, then the sum';

INSERT INTO owner_day_new (owner_id, day, people, everyone)
SELECT owner_id, day, people, everyone FROM owner_day
SETTINGS max_threads = 2, max_insert_threads = 1, max_block_size = 8192, min_insert_block_size_rows = 131072,
  max_partitions_per_insert_block = 0, optimize_on_insert = 0;

OPTIMIZE TABLE owner_day_new FINAL;

EXCHANGE TABLES owner_day AND owner_day_new;

DROP TABLE owner_day_new SYNC;

CREATE MATERIALIZED VIEW IF NOT EXISTS owner_day_view TO owner_day AS
SELECT owner_id, toDate(at) AS day,
  uniqCombinedStateIf(14)(visitor, NOT is_bot) AS people, uniqCombinedState(14)(visitor) AS everyone
FROM clicks
GROUP BY owner_id, day;
