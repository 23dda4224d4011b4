-- From which day on a workspace has single clicks: a retention has removed those before, while their sums stay. Only moves
-- forward. Whatever derives sums from clicks leaves those of earlier days as they are.
CREATE TABLE IF NOT EXISTS clicks_cut
(
  owner_id UUID,
  cut_before Date COMMENT 'UTC; the latest counts'
)
ENGINE = ReplacingMergeTree(cut_before)
ORDER BY owner_id
COMMENT 'Single clicks of an account before this day were removed';

-- Which batches the removed clicks came in: a copy of one that comes again much later is known by this, so that it counts once.
CREATE TABLE IF NOT EXISTS cut_batch
(
  batch_id UUID,
  cut_on Date COMMENT 'When its clicks were removed'
)
ENGINE = ReplacingMergeTree(cut_on)
ORDER BY batch_id
COMMENT 'Batches of clicks that a retention has removed';
