interface CopiedFact {
  readonly column: string;
  /**
   * The SQL value that replaces a fact about the visitor when its click is deleted; absent for facts that are retained,
   * like totals of clicks.
   */
  readonly unknown?: "''" | "0";
}

/** The facts about its click that a conversion copies, by their column names in `clicks`. */
export const copiedFacts: readonly CopiedFact[] = [
  { column: "country", unknown: "''" },
  { column: "region", unknown: "''" },
  { column: "city", unknown: "''" },
  { column: "asn", unknown: "0" },
  { column: "isp", unknown: "''" },
  { column: "device", unknown: "''" },
  { column: "browser", unknown: "''" },
  { column: "browser_version", unknown: "''" },
  { column: "os", unknown: "''" },
  { column: "os_version", unknown: "''" },
  { column: "is_bot" },
  { column: "bot_reason", unknown: "''" },
  { column: "referrer", unknown: "''" },
  { column: "utm_source", unknown: "''" },
  { column: "utm_medium", unknown: "''" },
  { column: "utm_campaign", unknown: "''" },
  { column: "utm_term", unknown: "''" },
  { column: "utm_content", unknown: "''" },
  { column: "languages", unknown: "''" },
  { column: "domain" },
  { column: "revision" },
  { column: "rule" },
  { column: "arm" },
  { column: "trigger" },
];
