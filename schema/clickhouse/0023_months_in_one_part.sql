-- A question about ninety days opens every part of four months, which takes longer than reading them: a month in which nothing was written
-- for a day becomes one part. Clicks themselves stay as they are: they are many, and few questions read them.
ALTER TABLE owner_quarter MODIFY SETTING min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1;

ALTER TABLE link_quarter MODIFY SETTING min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1;

ALTER TABLE owner_day MODIFY SETTING min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1;

ALTER TABLE link_day MODIFY SETTING min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1;

ALTER TABLE owner_day_value MODIFY SETTING min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1;

ALTER TABLE owner_day_link MODIFY SETTING min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1;

ALTER TABLE owner_day_segment MODIFY SETTING min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1;

ALTER TABLE link_day_value MODIFY SETTING min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1;

ALTER TABLE request_quarter MODIFY SETTING min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1;
