-- What an erased link had counted is taken off its account's sums by rows with negative numbers.
ALTER TABLE owner_quarter MODIFY COLUMN people Int64, MODIFY COLUMN bots Int64;

ALTER TABLE owner_day_dimension MODIFY COLUMN people Int64, MODIFY COLUMN bots Int64;
