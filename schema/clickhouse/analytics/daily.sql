CREATE OR REPLACE VIEW {analytics:Identifier}.daily
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
WHERE {is_no_explain}
COMMENT 'One row per link and day with clicks; faster than clicks';
