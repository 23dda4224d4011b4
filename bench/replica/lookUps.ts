import { type Database, open } from "lmdb";
import { zipfCodes } from "../measure/zipf.ts";

/**
 * Looks up codes in a replica one by one, with the frequencies of real visits. Sends its parent the look-ups per
 * second.
 */
const [folder = "", count = "0"] = process.argv.slice(2);
const codes = zipfCodes(Number(count), 500_000);
const root = open({ path: folder, maxDbs: 4, encoding: "binary", compression: false, readOnly: true });
const links: Database<Buffer, string> = root.openDB({ name: "links", encoding: "binary" });
const rounds = 4;
let found = 0;
let begunAt = 0;
for (let round = 0; round <= rounds; round++) {
  // The first round loads the pages.
  if (round === 1) begunAt = performance.now();
  for (const code of codes) if (links.getBinaryFast(code)) found++;
}
const took = performance.now() - begunAt;
if (found !== codes.length * (rounds + 1))
  throw new Error(`only ${found} of ${codes.length * (rounds + 1)} lookups found their code`);
process.send?.((codes.length * rounds * 1000) / took);
process.disconnect();
