-- Visits that links had in another service before they were imported. They are no clicks, and no other number counts them. A
-- page of the source's answer that is written again replaces its rows by their ordinals.
CREATE TABLE IF NOT EXISTS imported_visits
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
ENGINE = ReplacingMergeTree
ORDER BY (owner_id, link_id, ordinal)
COMMENT 'Visits that another service has counted, per link; read with FINAL';

-- Leads and sales that owners report for clicks, one row each once the click was found; a row that is written again
-- replaces itself. The click's values are copied: clicks never change, and are deleted independently. A withdrawn
-- conversion stays as a removed row without values, so that a late writer can't restore it. Exports go by reported_at.
CREATE TABLE IF NOT EXISTS conversions
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
ENGINE = ReplacingMergeTree(version)
ORDER BY (owner_id, link_id, conversion_id)
COMMENT 'Leads and sales, with what their clicks say; read with FINAL WHERE NOT removed';
