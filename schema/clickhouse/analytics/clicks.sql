CREATE OR REPLACE VIEW {analytics:Identifier}.clicks
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
WHERE {is_no_explain}
COMMENT 'One row per click, of people and of bots';
