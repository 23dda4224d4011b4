-- What was paid back of a sale is taken off its amount: its row is written again with the next version.
ALTER TABLE conversions COMMENT COLUMN version '1 as it was reported, one more after each refund, 255 taken back; 2 where an earlier release took it back';

ALTER TABLE conversions COMMENT COLUMN amount 'In minor units of the currency, without what was paid back; 0 without';
