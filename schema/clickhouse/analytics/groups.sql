CREATE OR REPLACE VIEW {analytics:Identifier}.groups
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
WHERE {is_no_explain}
COMMENT 'One row per group, as it is now';
