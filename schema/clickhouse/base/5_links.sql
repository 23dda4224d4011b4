-- Present links and groups for analysts' views: a projection of Postgres, updated by the api. A later version of a row
-- replaces the earlier one; deleted links are deleted here too.
CREATE TABLE IF NOT EXISTS links
(
  owner_id UUID,
  link_id UUID,
  version UInt64 COMMENT 'Position of the event after which the row was read',
  code String,
  domain LowCardinality(String) COMMENT 'Name of the domain of its account that it is in; empty for the default one',
  name String,
  original_url String,
  group_id UUID COMMENT 'Zeros for no group',
  is_active Bool,
  created_at DateTime64(3, 'UTC'),
  updated_at DateTime64(3, 'UTC'),
  tag_ids Array(UUID) COMMENT 'Tags that the link has',
  tags Array(String) COMMENT 'Names of these tags, in order',
  note String,
  external_id String COMMENT 'What a program of the owner calls the link; empty for none',
  is_archived Bool
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (owner_id, link_id)
COMMENT 'Links as they are now; read with FINAL';

CREATE TABLE IF NOT EXISTS link_groups
(
  owner_id UUID,
  group_id UUID,
  version UInt64 COMMENT 'Position of the event after which the row was read',
  name String,
  created_at DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (owner_id, group_id)
COMMENT 'Groups as they are now; read with FINAL';

CREATE TABLE IF NOT EXISTS links_position
(
  name String,
  transaction_id UInt64,
  position UInt64
)
ENGINE = ReplacingMergeTree
ORDER BY name
COMMENT 'How far in the event log links and link_groups are; read with FINAL';
