CREATE OR REPLACE VIEW {analytics:Identifier}.conversions
(
  workspace_id UUID COMMENT 'Workspace that owns the link',
  conversion_id UUID COMMENT 'One for each lead or sale',
  link_id UUID COMMENT 'The link, under which it is found in links',
  click_id UUID COMMENT 'The click that it came of, under which it is found in clicks',
  type LowCardinality(String) COMMENT 'lead or sale',
  name String COMMENT 'What the owner calls it; empty without',
  amount UInt64 COMMENT 'In minor units of the currency (cents, say), without what was paid back; 0 without',
  refunded UInt64 COMMENT 'What was paid back of the sale, in minor units; amount is what is left',
  currency LowCardinality(String) COMMENT 'ISO 4217; empty without',
  clicked_at DateTime64(3, 'UTC') COMMENT 'When the click was, in UTC; its second alone where the click was not found',
  converted_at DateTime64(3, 'UTC') COMMENT 'When the lead or sale was, in UTC',
  matched Bool COMMENT 'The click was found; where not, what follows is empty',
  is_bot Bool COMMENT 'As in clicks',
  country LowCardinality(String) COMMENT 'ISO 3166-1 alpha-2; empty where unknown, as what follows is once a retention has removed the click',
  region LowCardinality(String) COMMENT 'Region of the country; empty where unknown',
  city LowCardinality(String) COMMENT 'City; empty where unknown',
  network LowCardinality(String) COMMENT 'Who runs the visitor''s network (autonomous system); empty where unknown',
  device LowCardinality(String) COMMENT 'mobile, desktop, tablet or Unknown',
  browser LowCardinality(String) COMMENT 'Name of the browser',
  os LowCardinality(String) COMMENT 'Name of the operating system',
  referrer LowCardinality(String) COMMENT 'Host of the page with the link, without www; empty for direct visits',
  utm_source LowCardinality(String) COMMENT 'utm_source of the visited short link; empty without',
  utm_medium LowCardinality(String) COMMENT 'utm_medium of the visited short link; empty without',
  utm_campaign LowCardinality(String) COMMENT 'utm_campaign of the visited short link; empty without',
  utm_term LowCardinality(String) COMMENT 'utm_term of the visited short link; empty without',
  utm_content LowCardinality(String) COMMENT 'utm_content of the visited short link; empty without',
  languages LowCardinality(String) COMMENT 'Languages that the visitor wants, at most four, joined by commas; empty where unknown',
  domain UInt32 COMMENT 'Number of the host that was asked for; 0 is the default one',
  rule UInt32 COMMENT 'Number of the rule of the link that decided; 0 for none',
  arm UInt32 COMMENT 'Number of the arm of a split that it went to; 0 for none',
  trigger LowCardinality(String) COMMENT 'qr for a scanned QR code that tells its scans apart, link for every other click'
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
COMMENT 'One row for each lead and sale, with what its click says';
