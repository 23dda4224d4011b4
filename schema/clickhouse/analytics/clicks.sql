CREATE OR REPLACE VIEW {analytics:Identifier}.clicks
(
  workspace_id UUID COMMENT 'Workspace that owns the link',
  clicked_at DateTime64(3, 'UTC') COMMENT 'When the visitor was sent on, in UTC',
  click_id UUID COMMENT 'One for each click',
  link_id UUID COMMENT 'The link, under which it is found in links',
  code String COMMENT 'Present short code of the link; empty for a link that has been deleted',
  link_name String COMMENT 'Present name of the link; empty for a link that has been deleted',
  group_id Nullable(UUID) COMMENT 'Present group of the link; NULL for none',
  group_name String COMMENT 'Present name of that group; empty for none',
  is_bot Bool COMMENT 'Whether a named rule takes the visitor for a program; NOT is_bot are people',
  bot_reason LowCardinality(String) COMMENT 'The rule that says so; empty for people',
  visitor UInt64 COMMENT 'The same for the same visitor of an account within one UTC day, another one on the next day',
  country LowCardinality(String) COMMENT 'ISO 3166-1 alpha-2; empty where unknown',
  region LowCardinality(String) COMMENT 'Region of the country; empty where unknown',
  city LowCardinality(String) COMMENT 'City; empty where unknown',
  network LowCardinality(String) COMMENT 'Who runs the visitor''s network (autonomous system); empty where unknown',
  device LowCardinality(String) COMMENT 'mobile, desktop, tablet or Unknown',
  browser LowCardinality(String) COMMENT 'Name of the browser',
  browser_version LowCardinality(String) COMMENT 'Version of the browser',
  os LowCardinality(String) COMMENT 'Name of the operating system',
  os_version LowCardinality(String) COMMENT 'Version of the operating system',
  referrer LowCardinality(String) COMMENT 'Host of the page with the link, without www; empty for direct visits',
  utm_source LowCardinality(String) COMMENT 'utm_source of the visited short link; empty without',
  utm_medium LowCardinality(String) COMMENT 'utm_medium of the visited short link; empty without',
  utm_campaign LowCardinality(String) COMMENT 'utm_campaign of the visited short link; empty without',
  utm_term LowCardinality(String) COMMENT 'utm_term of the visited short link; empty without',
  utm_content LowCardinality(String) COMMENT 'utm_content of the visited short link; empty without',
  user_agent LowCardinality(String) COMMENT 'As the browser sent it, of own clicks; empty for the user analyst, and after the time for which it is kept',
  languages LowCardinality(String) COMMENT 'Languages that the visitor wants, at most four, joined by commas; empty where unknown',
  bot_rules UInt16 COMMENT 'Version of the rules that is_bot and bot_reason rest on; 0 where it was not kept',
  link_revision UInt32 COMMENT 'Which revision of the link was visited; 0 where it was not kept',
  domain UInt32 COMMENT 'Number of the host that was asked for; 0 is the default one',
  rule UInt32 COMMENT 'Number of the rule of the link that decided; 0 for none',
  arm UInt32 COMMENT 'Number of the arm of a split that it went to; 0 for none',
  trigger LowCardinality(String) COMMENT 'qr for a scanned QR code that tells its scans apart, link for every other click',
  visited_path LowCardinality(String) COMMENT 'Path that the visitor asked for, if it is not exactly the code; empty otherwise'
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
WHERE {is_no_explain}
COMMENT 'One row for each click, of people and of bots';
