CREATE OR REPLACE VIEW {analytics:Identifier}.conversions
(
  workspace_id UUID COMMENT 'Workspace that owns the link',
  conversion_id UUID COMMENT 'Unique per lead or sale',
  link_id UUID COMMENT 'The link; see the view links',
  click_id UUID COMMENT 'The click; see the view clicks',
  type LowCardinality(String) COMMENT 'lead or sale',
  name String COMMENT 'The owner''s name for it; empty for none',
  amount UInt64 COMMENT 'In minor units of the currency, such as cents, minus refunds; 0 for none',
  refunded UInt64 COMMENT 'Refunded amount, in minor units',
  currency LowCardinality(String) COMMENT 'ISO 4217; empty for none',
  clicked_at DateTime64(3, 'UTC') COMMENT 'Time of the click; to the second if the click was not found',
  converted_at DateTime64(3, 'UTC') COMMENT 'Time of the lead or sale',
  matched Bool COMMENT 'Whether the click was found; if not, the following columns are empty',
  is_bot Bool COMMENT 'As in clicks',
  country LowCardinality(String) COMMENT 'ISO 3166-1 alpha-2; empty if unknown or deleted by a retention',
  region LowCardinality(String) COMMENT 'Region of the country; empty if unknown',
  city LowCardinality(String) COMMENT 'City; empty if unknown',
  network LowCardinality(String) COMMENT 'Operator of the visitor''s network (autonomous system); empty if unknown',
  device LowCardinality(String) COMMENT 'mobile, desktop, tablet or Unknown',
  browser LowCardinality(String) COMMENT 'Name of the browser',
  os LowCardinality(String) COMMENT 'Name of the operating system',
  referrer LowCardinality(String) COMMENT 'Host of the referring page, without www; empty for direct visits',
  utm_source LowCardinality(String) COMMENT 'utm_source of the visited URL; empty if absent',
  utm_medium LowCardinality(String) COMMENT 'utm_medium of the visited URL; empty if absent',
  utm_campaign LowCardinality(String) COMMENT 'utm_campaign of the visited URL; empty if absent',
  utm_term LowCardinality(String) COMMENT 'utm_term of the visited URL; empty if absent',
  utm_content LowCardinality(String) COMMENT 'utm_content of the visited URL; empty if absent',
  languages LowCardinality(String) COMMENT 'Up to four accepted languages, comma-separated; empty if unknown',
  domain UInt32 COMMENT 'Number of the requested host; 0 for the default domain',
  rule UInt32 COMMENT 'Number of the link''s rule that decided; 0 for none',
  arm UInt32 COMMENT 'Number of the chosen arm of a split; 0 for none',
  trigger LowCardinality(String) COMMENT 'qr for a scan of a QR code that marks its scans, otherwise link'
)
DEFINER = analytics_reader SQL SECURITY DEFINER
AS SELECT
  sold.owner_id AS workspace_id, sold.conversion_id AS conversion_id, sold.link_id AS link_id, sold.click_id AS click_id,
  sold.type AS type, sold.name AS name, sold.amount AS amount, sold.refunded AS refunded, sold.currency AS currency,
  sold.at AS clicked_at, sold.converted_at AS converted_at, sold.matched AS matched, sold.is_bot AS is_bot,
  sold.country AS country, sold.region AS region, sold.city AS city, sold.isp AS network,
  sold.device AS device, sold.browser AS browser, sold.os AS os, sold.referrer AS referrer,
  sold.utm_source AS utm_source, sold.utm_medium AS utm_medium, sold.utm_campaign AS utm_campaign,
  sold.utm_term AS utm_term, sold.utm_content AS utm_content, sold.languages AS languages,
  sold.domain AS domain, sold.rule AS rule, sold.arm AS arm, sold.trigger AS trigger
FROM conversions AS sold FINAL
WHERE {is_no_explain} AND NOT sold.removed
COMMENT 'One row per lead or sale, with values of its click';
