-- A code leads on with what mail programs and chats add to it: how it was visited can only be seen in the path.
ALTER TABLE clicks ADD COLUMN visited_path LowCardinality(String)
  COMMENT 'Path as it was visited, where it is not just the code: percent-encoded, at most 200 characters' AFTER trigger;
