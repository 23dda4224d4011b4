-- Visits that links had in another service before they were imported. They are no clicks: nothing was seen of them here, so no
-- other number counts them. A page of a source's answer that is written again replaces its rows by their ordinals.
CREATE TABLE IF NOT EXISTS imported_visits
(
  owner_id UUID COMMENT 'Account that owns the link',
  link_id UUID,
  ordinal UInt32 COMMENT 'Of the row within its link, in the order in which the source gave them',
  import_id UUID COMMENT 'Import that brought them',
  source LowCardinality(String) COMMENT 'Service that counted them',
  is_dated Bool COMMENT 'false where the source says no more than how many there were',
  quarter DateTime('UTC') COMMENT 'Start of the quarter of an hour; of the day where the source counts by day; 1970 where it is not dated' CODEC(Delta(4), ZSTD(1)),
  visits UInt64,
  is_bot Bool COMMENT 'The source took them for bots',
  country LowCardinality(String) COMMENT 'ISO 3166-1 code; this and the following are empty where unknown',
  referrer String COMMENT 'Host',
  browser LowCardinality(String),
  os LowCardinality(String),
  device LowCardinality(String)
)
ENGINE = ReplacingMergeTree
ORDER BY (owner_id, link_id, ordinal)
COMMENT 'Visits that another service has counted, per link; read with FINAL';
