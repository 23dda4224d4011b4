-- Whether a QR code was scanned. Clicks of before, and those of an older ingest, came by links: their codes told nothing apart.
ALTER TABLE clicks
  ADD COLUMN IF NOT EXISTS trigger LowCardinality(String) DEFAULT 'link'
    COMMENT 'qr for a QR code that tells its scans apart, link for every other click' AFTER utm_content;
