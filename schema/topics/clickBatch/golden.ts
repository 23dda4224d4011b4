import type { RecordedClick, RecordedMiss } from "./click.ts";

// The bytes of every batch version that logs may contain, and their decoded content, for tests. Never changed; a new
// version adds an entry.

export const goldenId: Uint8Array = Buffer.from("0192aaaabbbb7ccc8dddeeee00000000", "hex");

const shared = { ownerId: Buffer.alloc(16, 2), userAgent: "agent", rule: 0, arm: 0 };

export const goldenClicks: readonly Required<RecordedClick>[] = [
  {
    ...shared,
    at: 1_700_000_000_123,
    linkId: Buffer.alloc(16, 1),
    address: Buffer.alloc(16, 3),
    referrer: "https://ünïcode.example/",
    query: "a=1",
    flags: 5,
    languages: "de-AT,de;q=0.9",
    domain: 0,
    revision: 7,
  },
  {
    ...shared,
    at: 1_700_000_000_100,
    linkId: Buffer.alloc(16, 2),
    address: Buffer.alloc(16, 6),
    referrer: "",
    query: "",
    flags: 0,
    languages: "",
    domain: 3,
    revision: 260,
    rule: 2,
    arm: 4,
  },
];

const miss: Required<Omit<RecordedMiss, "revision" | "domain">> &
  Required<Pick<RecordedClick, "revision" | "domain" | "rule" | "arm">> = {
  at: 1_700_000_000_200,
  code: "nope",
  reason: "inactive",
  host: "hop.example",
  path: "/nope/",
  address: Buffer.alloc(16, 9),
  userAgent: "agent",
  referrer: "",
  languages: "fr",
  flags: 1,
  linkId: Buffer.alloc(16, 4),
  ownerId: Buffer.alloc(16, 2),
  revision: 9,
  domain: 0,
  rule: 0,
  arm: 0,
};
export const goldenMisses = [miss] as const;

/** Encoded batches in base64, by version. */
export const goldenBatches = {
  3: "A0hDQllLEikAQIZW/rx4QgGSqqq7u3zMjd3u7gAAAAADAAAAAgAAAAEAAAAJAAAARwAAAAEAAAADAAAAAAAAAAEBAQEBAQEBAQEBAQEBAQECAgICAgICAgICAgICAgICAAAAAAcAAAAAAAAAAAAAAAICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAwAAAAQBAAACAAAABAAAAAQEBAQEBAQEBAQEBAQEBAQCAgICAgICAgICAgICAgICAAAAAAkAAAAAAAAAAAAAAAAAAAAAAAAAAZKqqru7fMyN3e7uFwAAAAAAAAAAAAAAAQAAAAEAAAABAAAAAgAAAAAAAAADAAAAAAAAAAQAAAAAAAAAAwMDAwMDAwMDAwMDAwMDAwYGBgYGBgYGBgYGBgYGBgYFAAAAZAAAAAMAAAABAAAAAAAAAAUAAAAGAAAABwAAAAgAAAAJCQkJCQkJCQkJCQkJCQkJAQEAAAEAAAACAAAAAwAAAHjSHAB40hwAeNIcAAEAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAFAAAAGgAAAAMAAAAOAAAAAgAAAAsAAAAGAAAABAAAAGFnZW50aHR0cHM6Ly/DvG7Dr2NvZGUuZXhhbXBsZS9hPTFkZS1BVCxkZTtxPTAuOWZyaG9wLmV4YW1wbGUvbm9wZS9ub3Bl",
} as const;
