-- Leads and sales that owners have reported of clicks, one row each once its click was found; a row that is written again replaces
-- itself. What a click says is copied here: clicks never change, and are removed by themselves. A row that was taken back stays
-- as one that is removed, without its facts, so that a late writer can't bring it back.
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
  at DateTime64(3, 'UTC') COMMENT 'When the click was; its second alone where the click was not found' CODEC(Delta(8), ZSTD(1)),
  converted_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
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
