CREATE OR REPLACE VIEW {analytics:Identifier}.imported_visits
(
  workspace_id UUID COMMENT 'Workspace that owns the link',
  link_id UUID COMMENT 'The link; see the view links',
  source LowCardinality(String) COMMENT 'Service that counted the visits, such as bitly or shlink',
  quarter Nullable(DateTime('UTC')) COMMENT 'Start of the quarter of an hour, or of the day; NULL if unknown',
  visits UInt64 COMMENT 'Number of visits',
  is_bot Bool COMMENT 'Whether the source classified them as bots',
  country LowCardinality(String) COMMENT 'ISO 3166-1 alpha-2; empty if unknown',
  referrer String COMMENT 'Host of the referring page; empty if unknown',
  browser LowCardinality(String) COMMENT 'Browser; empty if unknown',
  os LowCardinality(String) COMMENT 'Operating system; empty if unknown',
  device LowCardinality(String) COMMENT 'desktop, mobile or tablet; empty if unknown'
)
DEFINER = analytics_reader SQL SECURITY DEFINER
AS SELECT
  brought.owner_id AS workspace_id, brought.link_id AS link_id, brought.source AS source,
  if(brought.is_dated, brought.quarter, NULL) AS quarter, brought.visits AS visits, brought.is_bot AS is_bot,
  brought.country AS country, brought.referrer AS referrer, brought.browser AS browser, brought.os AS os, brought.device AS device
FROM imported_visits AS brought FINAL
WHERE {is_no_explain}
COMMENT 'Visits that other services counted before links were imported; no other view counts them';
