import { mkdirSync } from "node:fs";
import type { LinkRecordV1 } from "@hoplog/schema/topics/links/recordV1.js";
import { open } from "lmdb";
import { encodeFormerEntry } from "../replica/formerEntry.ts";
import type { FeedState } from "../replica/feedState.ts";

/** Leaves a replica in a slot as a redirector of the release before (commit ee88265) does. */
export async function writeFormerReplica(
  slotFolder: string,
  links: Readonly<Record<string, LinkRecordV1 | Uint8Array>>,
  feed: FeedState,
): Promise<void> {
  mkdirSync(slotFolder, { recursive: true });
  const root = open({ path: slotFolder, maxDbs: 4, encoding: "binary", compression: false });
  const entries = root.openDB<Buffer, string>({ name: "links", encoding: "binary" });
  const meta = root.openDB<unknown, string>({ name: "meta", encoding: "json" });
  await entries.transaction(() => {
    for (const [code, link] of Object.entries(links))
      entries.putSync(code, link instanceof Uint8Array ? Buffer.from(link) : encodeFormerEntry(link));
    meta.putSync("feed", { ...feed });
  });
  await root.close();
}
