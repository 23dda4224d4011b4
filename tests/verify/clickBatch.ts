import { randomBytes } from "node:crypto";
import type { RecordedClick } from "@hoplog/schema/topics/clickBatch/click.js";
import { encodeClickBatch } from "@hoplog/schema/topics/clickBatch/encode.js";
import type { Owner } from "./owner.ts";

const agents = Array.from({ length: 300 }, (_, i) =>
  i % 10 === 0
    ? `Mozilla/5.0 (compatible; Googlebot/2.${i}; +http://www.google.com/bot.html)`
    : `Mozilla/5.0 (${i % 3 === 0 ? "Windows NT 10.0; Win64; x64" : "X11; Linux x86_64"}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + (i % 40)}.0.${i}.0 Safari/537.36`,
);
const referrers = ["", "https://www.example.com/a", "https://news.example.org/", "https://t.example.net/x"];

const bytesOf = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");

/**
 * Returns a record of clicks.v1 like those of a redirector: clicks of the account's links, of which a few get the most.
 */
export function clickBatch(owner: Owner, size: number, start: number, spanMs: number): Uint8Array {
  const ownerId = bytesOf(owner.id);
  const linkIds = owner.linkIds.map(bytesOf);
  const clicks = Array.from({ length: size }, (_, i): RecordedClick => {
    const random = Math.random();
    const link = linkIds[Math.floor(random ** 3 * linkIds.length)] ?? ownerId;
    const address = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0]);
    // One of 20,000 addresses from all ranges.
    address.writeUInt32BE(Math.imul(1 + Math.floor(Math.random() * 20_000), 2_654_435_761) >>> 0, 12);
    return {
      at: Math.floor(start + (i / size) * spanMs),
      linkId: link,
      ownerId,
      address,
      userAgent: agents[Math.floor(random * 7919) % agents.length] ?? "",
      referrer: referrers[i % referrers.length] ?? "",
      query: i % 5 === 0 ? `utm_source=source${i % 20}&utm_campaign=c` : "",
      flags: i % 50 === 0 ? 2 : 0,
    };
  });
  return encodeClickBatch(randomBytes(16), clicks);
}
