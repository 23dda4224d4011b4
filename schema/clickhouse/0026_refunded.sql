-- What was paid back of a sale, beside what is left: archives, exports and analysts could not tell a refund from a smaller sale.
ALTER TABLE conversions ADD COLUMN refunded UInt64 COMMENT 'What was paid back of a sale, in minor units; amount is what is left' AFTER amount;
