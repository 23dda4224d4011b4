-- What a click and a miss say besides, so that they can be judged again. Rows of before have the defaults. Each statement may
-- be repeated, and the release before goes on writing beside it: it names the columns that it fills.
ALTER TABLE clicks
  COMMENT COLUMN click_id 'Fixed before the answer: 12 bytes of the chunk in which it was recorded and its number there',
  ADD COLUMN IF NOT EXISTS user_agent LowCardinality(String)
    COMMENT 'As it was sent, cut; emptied after as many days as ingest is told (USER_AGENT_RETENTION_DAYS)'
    TTL toDateTime(at) + toIntervalDay(90),
  ADD COLUMN IF NOT EXISTS languages LowCardinality(String)
    COMMENT 'Languages asked for with a weight of 0.9 or more, at most four, joined by commas, the most wanted first',
  ADD COLUMN IF NOT EXISTS bot_rules UInt16 COMMENT 'Version of the rules that is_bot and bot_reason rest on; 0 where it was not kept',
  ADD COLUMN IF NOT EXISTS domain UInt32 COMMENT 'Number of the host that it was asked for under; 0 is the default one',
  ADD COLUMN IF NOT EXISTS revision UInt32 COMMENT 'Of the link when it was visited; 0 where it was not kept',
  ADD COLUMN IF NOT EXISTS rule UInt32 COMMENT 'Number of the rule of the link that decided where it went; 0 for none',
  ADD COLUMN IF NOT EXISTS arm UInt32 COMMENT 'Number of the arm of a split that it went to; 0 for none';

-- Rows lose their user agent one after the other, and each time their part is written anew: once a week is enough.
ALTER TABLE clicks MODIFY SETTING merge_with_ttl_timeout = 604800;

ALTER TABLE misses
  COMMENT COLUMN reason 'unknown (code), inactive, unknown host, base URL; expired, not yet, used up, banned, wrong password',
  ADD COLUMN IF NOT EXISTS owner_id UUID COMMENT 'Account that owns the link; zeros where no link is known' CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS link_id UUID COMMENT 'Zeros where no link is known' CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS host LowCardinality(String) COMMENT 'As it was asked for, cut',
  ADD COLUMN IF NOT EXISTS path String COMMENT 'As it was asked for, cut, without the query; empty where it was not kept' CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS visitor UInt64 COMMENT 'As that of clicks; of misses without an account as if those had one of their own',
  ADD COLUMN IF NOT EXISTS country LowCardinality(String) COMMENT 'ISO 3166-1 alpha-2; empty where unknown',
  ADD COLUMN IF NOT EXISTS region LowCardinality(String),
  ADD COLUMN IF NOT EXISTS city LowCardinality(String),
  ADD COLUMN IF NOT EXISTS asn UInt32 COMMENT 'Autonomous system of the address; 0 where unknown',
  ADD COLUMN IF NOT EXISTS isp LowCardinality(String) COMMENT 'Name of the autonomous system; empty where unknown',
  ADD COLUMN IF NOT EXISTS device LowCardinality(String) COMMENT 'mobile, desktop, tablet or Unknown',
  ADD COLUMN IF NOT EXISTS browser LowCardinality(String),
  ADD COLUMN IF NOT EXISTS browser_version LowCardinality(String),
  ADD COLUMN IF NOT EXISTS os LowCardinality(String),
  ADD COLUMN IF NOT EXISTS os_version LowCardinality(String),
  ADD COLUMN IF NOT EXISTS is_bot Bool COMMENT 'As that of clicks',
  ADD COLUMN IF NOT EXISTS bot_reason LowCardinality(String) COMMENT 'Which rule; empty for people',
  ADD COLUMN IF NOT EXISTS bot_rules UInt16 COMMENT 'Version of the rules that is_bot and bot_reason rest on; 0 where nothing of the visitor was kept',
  ADD COLUMN IF NOT EXISTS referrer LowCardinality(String) COMMENT 'Host without www; empty for direct visits',
  ADD COLUMN IF NOT EXISTS user_agent LowCardinality(String) COMMENT 'As that of clicks' TTL toDateTime(at) + toIntervalDay(90),
  ADD COLUMN IF NOT EXISTS languages LowCardinality(String) COMMENT 'As those of clicks',
  ADD COLUMN IF NOT EXISTS domain UInt32 COMMENT 'Number of the host that it was asked for under; 0 is the default one',
  ADD COLUMN IF NOT EXISTS revision UInt32 COMMENT 'Of the link when it was visited; 0 where it was not kept',
  ADD COLUMN IF NOT EXISTS flags UInt8 COMMENT 'How it was asked for: 1 HEAD, 2 prefetch, 4 link preview';

-- What an erased link's misses had added is taken off by rows with negative numbers.
ALTER TABLE misses_day MODIFY COLUMN misses Int64;
