CREATE DATABASE IF NOT EXISTS {analytics:Identifier} ON CLUSTER `replicas`;

CREATE OR REPLACE VIEW {analytics:Identifier}.clicks ON CLUSTER `replicas`
(
  workspace_id UUID COMMENT 'Workspace that owns the link',
  clicked_at DateTime64(3, 'UTC') COMMENT 'Time of the redirect',
  click_id UUID COMMENT 'Unique per click',
  link_id UUID COMMENT 'The link; see the view links',
  code String COMMENT 'Current short code of the link; empty if the link was deleted',
  link_name String COMMENT 'Current name of the link; empty if the link was deleted',
  group_id Nullable(UUID) COMMENT 'Current group of the link; NULL for none',
  group_name String COMMENT 'Current name of that group; empty for none',
  is_bot Bool COMMENT 'Whether a rule classified the visitor as a bot',
  bot_reason LowCardinality(String) COMMENT 'That rule; empty for people',
  visitor UInt64 COMMENT 'Equal for one visitor within an account and a UTC day, and different on other days',
  country LowCardinality(String) COMMENT 'ISO 3166-1 alpha-2; empty if unknown',
  region LowCardinality(String) COMMENT 'Region of the country; empty if unknown',
  city LowCardinality(String) COMMENT 'City; empty if unknown',
  network LowCardinality(String) COMMENT 'Operator of the visitor''s network (autonomous system); empty if unknown',
  device LowCardinality(String) COMMENT 'mobile, desktop, tablet or Unknown',
  browser LowCardinality(String) COMMENT 'Name of the browser',
  browser_version LowCardinality(String) COMMENT 'Version of the browser',
  os LowCardinality(String) COMMENT 'Name of the operating system',
  os_version LowCardinality(String) COMMENT 'Version of the operating system',
  referrer LowCardinality(String) COMMENT 'Host of the referring page, without www; empty for direct visits',
  utm_source LowCardinality(String) COMMENT 'utm_source of the visited URL; empty if absent',
  utm_medium LowCardinality(String) COMMENT 'utm_medium of the visited URL; empty if absent',
  utm_campaign LowCardinality(String) COMMENT 'utm_campaign of the visited URL; empty if absent',
  utm_term LowCardinality(String) COMMENT 'utm_term of the visited URL; empty if absent',
  utm_content LowCardinality(String) COMMENT 'utm_content of the visited URL; empty if absent',
  user_agent LowCardinality(String) COMMENT 'As the browser sent it; empty for the user analyst and after its retention',
  languages LowCardinality(String) COMMENT 'Up to four accepted languages, comma-separated; empty if unknown',
  bot_rules UInt16 COMMENT 'Version of the bot rules that were applied; 0 if not recorded',
  link_revision UInt32 COMMENT 'Revision of the visited link; 0 if not recorded',
  domain UInt32 COMMENT 'Number of the requested host; 0 for the default domain',
  rule UInt32 COMMENT 'Number of the link''s rule that decided; 0 for none',
  arm UInt32 COMMENT 'Number of the chosen arm of a split; 0 for none',
  trigger LowCardinality(String) COMMENT 'qr for a scan of a QR code that marks its scans, otherwise link',
  visited_path LowCardinality(String) COMMENT 'Requested path if it is not exactly the code, otherwise empty'
)
DEFINER = analytics_reader SQL SECURITY DEFINER
AS SELECT
  clicks.owner_id AS workspace_id, clicks.at AS clicked_at, clicks.click_id AS click_id, clicks.link_id AS link_id,
  links.code AS code, links.name AS link_name, links.in_group AS group_id, links.group_name AS group_name,
  clicks.is_bot AS is_bot, clicks.bot_reason AS bot_reason, clicks.visitor AS visitor,
  clicks.country AS country, clicks.region AS region, clicks.city AS city, clicks.isp AS network,
  clicks.device AS device, clicks.browser AS browser, clicks.browser_version AS browser_version,
  clicks.os AS os, clicks.os_version AS os_version, clicks.referrer AS referrer,
  clicks.utm_source AS utm_source, clicks.utm_medium AS utm_medium, clicks.utm_campaign AS utm_campaign,
  clicks.utm_term AS utm_term, clicks.utm_content AS utm_content,
  if(currentUser() = 'analyst', '', clicks.user_agent) AS user_agent, clicks.languages AS languages,
  clicks.bot_rules AS bot_rules, clicks.revision AS link_revision, clicks.domain AS domain,
  clicks.rule AS rule, clicks.arm AS arm, clicks.trigger AS trigger, clicks.visited_path AS visited_path
FROM clicks
LEFT ANY JOIN
(
  SELECT links.link_id AS link_id, links.code AS code, links.name AS name,
    if(link_groups.name = '', NULL, links.group_id) AS in_group, link_groups.name AS group_name
  FROM links FINAL
  LEFT ANY JOIN (SELECT group_id, name FROM link_groups FINAL) AS link_groups ON links.group_id = link_groups.group_id
) AS links ON clicks.link_id = links.link_id
WHERE (
  SELECT throwIf(
    currentUser() != 'analyst' AND countIf(query_kind IN ('Select', 'Describe')) != greatest(count(), 1),
    'Accounts may not EXPLAIN queries of the views')
  FROM system.processes WHERE query_id = queryID()
) = 0
COMMENT 'One row per click, of people and of bots';;

CREATE OR REPLACE VIEW {analytics:Identifier}.conversions ON CLUSTER `replicas`
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
WHERE (
  SELECT throwIf(
    currentUser() != 'analyst' AND countIf(query_kind IN ('Select', 'Describe')) != greatest(count(), 1),
    'Accounts may not EXPLAIN queries of the views')
  FROM system.processes WHERE query_id = queryID()
) = 0 AND NOT sold.removed
COMMENT 'One row per lead or sale, with values of its click';;

CREATE OR REPLACE VIEW {analytics:Identifier}.daily ON CLUSTER `replicas`
(
  workspace_id UUID COMMENT 'Workspace that owns the link',
  day Date COMMENT 'Day in UTC',
  link_id UUID COMMENT 'The link; see the view links',
  code String COMMENT 'Current short code of the link; empty if the link was deleted',
  link_name String COMMENT 'Current name of the link; empty if the link was deleted',
  group_id Nullable(UUID) COMMENT 'Current group of the link; NULL for none',
  group_name String COMMENT 'Current name of that group; empty for none',
  clicks UInt64 COMMENT 'Clicks of people',
  bot_clicks UInt64 COMMENT 'Clicks of bots',
  visitors UInt64 COMMENT 'Unique people on that day, an estimate within 1 %; days may be added up'
)
DEFINER = analytics_reader SQL SECURITY DEFINER
AS SELECT
  counted.owner_id AS workspace_id, counted.day AS day, counted.link_id AS link_id,
  links.code AS code, links.name AS link_name, links.in_group AS group_id, links.group_name AS group_name,
  counted.people AS clicks, counted.bots AS bot_clicks, seen.visitors AS visitors
FROM
(
  SELECT owner_id, link_id, toDate(quarter) AS day, sum(link_quarter.people) AS people, sum(link_quarter.bots) AS bots
  FROM link_quarter GROUP BY owner_id, link_id, day
) AS counted
LEFT ANY JOIN
(
  SELECT owner_id, link_id, day, uniqCombinedMerge(14)(link_day.people) AS visitors
  FROM link_day GROUP BY owner_id, link_id, day
) AS seen ON counted.owner_id = seen.owner_id AND counted.link_id = seen.link_id AND counted.day = seen.day
LEFT ANY JOIN
(
  SELECT links.link_id AS link_id, links.code AS code, links.name AS name,
    if(link_groups.name = '', NULL, links.group_id) AS in_group, link_groups.name AS group_name
  FROM links FINAL
  LEFT ANY JOIN (SELECT group_id, name FROM link_groups FINAL) AS link_groups ON links.group_id = link_groups.group_id
) AS links ON counted.link_id = links.link_id
WHERE (
  SELECT throwIf(
    currentUser() != 'analyst' AND countIf(query_kind IN ('Select', 'Describe')) != greatest(count(), 1),
    'Accounts may not EXPLAIN queries of the views')
  FROM system.processes WHERE query_id = queryID()
) = 0
COMMENT 'One row per link and day with clicks; faster than clicks';;

CREATE OR REPLACE VIEW {analytics:Identifier}.groups ON CLUSTER `replicas`
(
  workspace_id UUID COMMENT 'Workspace that owns the group',
  group_id UUID COMMENT 'The group',
  name String COMMENT 'Name of the group',
  created_at DateTime64(3, 'UTC') COMMENT 'Time of creation',
  links UInt64 COMMENT 'Number of links in the group at present'
)
DEFINER = analytics_reader SQL SECURITY DEFINER
AS SELECT
  link_groups.owner_id AS workspace_id, link_groups.group_id AS group_id, link_groups.name AS name,
  link_groups.created_at AS created_at, members.links AS links
FROM link_groups FINAL
LEFT ANY JOIN (SELECT group_id, count() AS links FROM links FINAL GROUP BY group_id) AS members
  ON link_groups.group_id = members.group_id
WHERE (
  SELECT throwIf(
    currentUser() != 'analyst' AND countIf(query_kind IN ('Select', 'Describe')) != greatest(count(), 1),
    'Accounts may not EXPLAIN queries of the views')
  FROM system.processes WHERE query_id = queryID()
) = 0
COMMENT 'One row per group, as it is now';;

CREATE OR REPLACE VIEW {analytics:Identifier}.imported_visits ON CLUSTER `replicas`
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
WHERE (
  SELECT throwIf(
    currentUser() != 'analyst' AND countIf(query_kind IN ('Select', 'Describe')) != greatest(count(), 1),
    'Accounts may not EXPLAIN queries of the views')
  FROM system.processes WHERE query_id = queryID()
) = 0
COMMENT 'Visits that other services counted before links were imported; no other view counts them';;

CREATE OR REPLACE VIEW {analytics:Identifier}.links ON CLUSTER `replicas`
(
  workspace_id UUID COMMENT 'Workspace that owns the link',
  link_id UUID COMMENT 'The link',
  code String COMMENT 'Short code, the last part of the short URL',
  domain String COMMENT 'Domain of the workspace that the link is on; empty for the default one',
  name String COMMENT 'Name of the link',
  destination String COMMENT 'URL that visitors are sent to',
  group_id Nullable(UUID) COMMENT 'Group of the link; NULL for none',
  group_name String COMMENT 'Name of that group; empty for none',
  is_active Bool COMMENT 'Whether the link redirects at present',
  created_at DateTime64(3, 'UTC') COMMENT 'Time of creation',
  updated_at DateTime64(3, 'UTC') COMMENT 'Time of the last change',
  tags Array(String) COMMENT 'Names of the link''s tags, in order',
  note String COMMENT 'The owner''s note; empty for none',
  external_id String COMMENT 'The id that the owner''s program gave it; empty for none',
  is_archived Bool COMMENT 'Whether the link is hidden from lists; it still redirects'
)
DEFINER = analytics_reader SQL SECURITY DEFINER
AS SELECT
  links.owner_id AS workspace_id, links.link_id AS link_id, links.code AS code,
  links.domain AS domain, links.name AS name,
  links.original_url AS destination, if(link_groups.name = '', NULL, links.group_id) AS group_id,
  link_groups.name AS group_name, links.is_active AS is_active, links.created_at AS created_at,
  links.updated_at AS updated_at, links.tags AS tags, links.note AS note, links.external_id AS external_id,
  links.is_archived AS is_archived
FROM links FINAL
LEFT ANY JOIN (SELECT group_id, name FROM link_groups FINAL) AS link_groups ON links.group_id = link_groups.group_id
WHERE (
  SELECT throwIf(
    currentUser() != 'analyst' AND countIf(query_kind IN ('Select', 'Describe')) != greatest(count(), 1),
    'Accounts may not EXPLAIN queries of the views')
  FROM system.processes WHERE query_id = queryID()
) = 0
COMMENT 'One row per link, as it is now';;

CREATE OR REPLACE RESOURCE queries ON CLUSTER `replicas` (QUERY);

CREATE OR REPLACE WORKLOAD everybody ON CLUSTER `replicas`;

CREATE OR REPLACE WORKLOAD analysts ON CLUSTER `replicas` IN everybody SETTINGS max_concurrent_queries = 3;

CREATE OR REPLACE WORKLOAD analyst ON CLUSTER `replicas` IN analysts;

CREATE OR REPLACE WORKLOAD account ON CLUSTER `replicas` IN analysts;

CREATE OR REPLACE WORKLOAD `console_1` ON CLUSTER `replicas` IN account SETTINGS max_concurrent_queries = 1;

CREATE OR REPLACE WORKLOAD `console_2` ON CLUSTER `replicas` IN account SETTINGS max_concurrent_queries = 1;

CREATE OR REPLACE WORKLOAD `console_3` ON CLUSTER `replicas` IN account SETTINGS max_concurrent_queries = 1;

CREATE OR REPLACE WORKLOAD `console_4` ON CLUSTER `replicas` IN account SETTINGS max_concurrent_queries = 1;

CREATE OR REPLACE WORKLOAD `console_5` ON CLUSTER `replicas` IN account SETTINGS max_concurrent_queries = 1;

CREATE OR REPLACE WORKLOAD `console_6` ON CLUSTER `replicas` IN account SETTINGS max_concurrent_queries = 1;

CREATE OR REPLACE WORKLOAD `console_7` ON CLUSTER `replicas` IN account SETTINGS max_concurrent_queries = 1;

CREATE OR REPLACE WORKLOAD `console_8` ON CLUSTER `replicas` IN account SETTINGS max_concurrent_queries = 1;

CREATE OR REPLACE WORKLOAD `account_01900000-0000-7000-8000-000000000001` ON CLUSTER `replicas` IN account SETTINGS max_concurrent_queries = 1;

DROP WORKLOAD IF EXISTS `account_01900000-0000-7000-8000-000000000001` ON CLUSTER `replicas`;
