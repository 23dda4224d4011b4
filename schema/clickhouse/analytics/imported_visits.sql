CREATE OR REPLACE VIEW {analytics:Identifier}.imported_visits
(
  workspace_id UUID COMMENT 'Workspace that owns the link',
  link_id UUID COMMENT 'The link, under which it is found in links',
  source LowCardinality(String) COMMENT 'Service that counted them: bitly, shlink and so on',
  quarter Nullable(DateTime('UTC')) COMMENT 'Start of the quarter of an hour, or of the day where the source counts by day, in UTC; NULL where it is not known',
  visits UInt64 COMMENT 'How many there were',
  is_bot Bool COMMENT 'The source took them for bots',
  country LowCardinality(String) COMMENT 'ISO 3166-1 alpha-2 country code; empty when unknown',
  referrer String COMMENT 'Host of the page the visitors came from; empty when unknown',
  browser LowCardinality(String) COMMENT 'Browser; empty when unknown',
  os LowCardinality(String) COMMENT 'Operating system; empty when unknown',
  device LowCardinality(String) COMMENT 'desktop, mobile or tablet; empty when unknown'
)
DEFINER = analytics_reader SQL SECURITY DEFINER
AS SELECT
  brought.owner_id AS workspace_id, brought.link_id AS link_id, brought.source AS source,
  if(brought.is_dated, brought.quarter, NULL) AS quarter, brought.visits AS visits, brought.is_bot AS is_bot,
  brought.country AS country, brought.referrer AS referrer, brought.browser AS browser, brought.os AS os, brought.device AS device
FROM imported_visits AS brought FINAL
WHERE {is_no_explain}
COMMENT 'What other services had counted of links before they were imported; no other view counts it';
