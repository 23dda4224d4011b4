-- When a conversion was reported, by which exports hold each once. Of those that were there before it is when they were.
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS reported_at DateTime64(3, 'UTC') DEFAULT converted_at COMMENT 'When it was reported' AFTER converted_at;
