-- No page asks it, and it took a third of what counting a click costs ClickHouse.
DROP VIEW IF EXISTS owner_day_dimension_view SYNC;

DROP TABLE IF EXISTS owner_day_dimension SYNC;

-- A link's clicks of all time, kept with each merged part of the table: lists and tiles would add up every quarter of an
-- hour otherwise. Made anew where rows are merged or deleted, so it can't disagree with them; not for the small part of
-- one insert, where it would cost more than the rows.
ALTER TABLE link_quarter MODIFY SETTING deduplicate_merge_projection_mode = 'rebuild',
  lightweight_mutation_projection_mode = 'rebuild', materialize_projections_on_insert = 0,
  materialize_projections_on_merge = 1;

ALTER TABLE link_quarter ADD PROJECTION IF NOT EXISTS totals
  (SELECT owner_id, link_id, sum(people), sum(bots) GROUP BY owner_id, link_id);

ALTER TABLE link_quarter MATERIALIZE PROJECTION totals;
