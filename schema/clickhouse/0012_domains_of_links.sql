-- Which domain a link is in, for the views of analysts. The api of the release before goes on writing beside it: it names the
-- columns that it fills.
ALTER TABLE links
  ADD COLUMN IF NOT EXISTS domain LowCardinality(String) COMMENT 'Name of the domain of its account that it is in; empty for the default one' AFTER code;
