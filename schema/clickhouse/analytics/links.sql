CREATE OR REPLACE VIEW {analytics:Identifier}.links
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
WHERE {is_no_explain}
COMMENT 'One row per link, as it is now';
