-- Requests as redirectors have counted them, batch by batch, apart from the rows that they record: the ledger compares what pages
-- show with these. Older requests were not counted, so there is nothing to fill it with.
CREATE TABLE IF NOT EXISTS request_quarter
(
  owner_id UUID COMMENT 'Account that owns the link; zeros where no link is known',
  link_id UUID COMMENT 'Zeros where no link is known, and for requests of erased links',
  domain UInt32 COMMENT 'Number of the host that it was asked for under; 0 is the default one',
  quarter DateTime('UTC') COMMENT 'Start of the quarter of an hour' CODEC(Delta(4), ZSTD(1)),
  clicks UInt64 COMMENT 'Recorded as clicks',
  misses UInt64 COMMENT 'Recorded as misses',
  dropped UInt64 COMMENT 'Answered, and not recorded: neither disk nor memory had room',
  erased UInt64 COMMENT 'Of clicks and misses: those whose link was erased'
)
ENGINE = SummingMergeTree((clicks, misses, dropped, erased))
PARTITION BY toYYYYMM(quarter)
ORDER BY (owner_id, link_id, domain, quarter)
SETTINGS non_replicated_deduplication_window = 50000, merge_selector_base = 10
COMMENT 'Requests of a link per quarter of an hour as redirectors counted them; sum when reading';
