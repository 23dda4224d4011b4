-- What people find their links by, for the views of analysts and for figures of tags. The api of the release before goes on
-- writing beside it: it names the columns that it fills.
ALTER TABLE links
  ADD COLUMN IF NOT EXISTS tag_ids Array(UUID) COMMENT 'Tags that the link has',
  ADD COLUMN IF NOT EXISTS tags Array(String) COMMENT 'Names of these tags, in order',
  ADD COLUMN IF NOT EXISTS note String,
  ADD COLUMN IF NOT EXISTS external_id String COMMENT 'What a program of the owner calls the link; empty for none',
  ADD COLUMN IF NOT EXISTS is_archived Bool;
