import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { encodeLinkRecord } from "@hoplog/schema/topics/links/record.js";
import { open } from "lmdb";

/** Baseline: writes values like those of `links.v2` to LMDB, raw and in order. Sends its parent the milliseconds. */
const [parent = "", count = "0"] = process.argv.slice(2);
const links = Number(count);
const atOnce = 20_000;

const folder = mkdtempSync(path.join(parent, "raw-"));
const root = open({ path: folder, encoding: "binary", compression: false });
const value = encodeLinkRecord({
  linkId: "01900000-0000-7000-8000-000000000000",
  ownerId: "01900000-0000-7000-9000-000000000000",
  revision: 1,
  state: "active",
  domain: 0,
  url: "https://example.com/page/1000000?utm_source=mail",
  plan: new Uint8Array(),
});
const begunAt = performance.now();
for (let from = 0; from < links; from += atOnce) {
  await root.transaction(() => {
    for (let n = from; n < from + atOnce; n++) root.putSync(String(n).padStart(12, "0"), value, { append: true });
  });
}
const took = performance.now() - begunAt;
await root.close();
rmSync(folder, { recursive: true });
process.send?.(took);
process.disconnect();
