import { setTimeout as sleep } from "node:timers/promises";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import { z } from "zod";
import type { BenchStack } from "../measure/stack.ts";
import { ms, whole } from "../measure/table.ts";
import { type Redirects, redirectsMeanwhile } from "./redirectsMeanwhile.ts";

export const importName = "import links from a file";
const count = Number(process.env["BENCH_IMPORT"] ?? 100_000);
const batchSize = 1000;
/** Redirects per second to imported links. */
const redirectsPerSecond = 200;
const afterMs = 15_000;
const encoder = new TextEncoder();

const answered = z.object({ data: z.object({ _id: z.string(), state: z.string(), done: z.number().default(0) }) });
type Import = z.infer<typeof answered>["data"];

/**
 * Compares a file import with bare multi-row inserts of the same number of links, and measures visits to the links
 * during the import. Returns table rows.
 */
export async function benchImport(stack: BenchStack, token: string, bareUrl: string): Promise<string[][]> {
  const bare = await insertBare(bareUrl);
  const headers = { authorization: `Bearer ${token}` };
  const ask = async (method: string, path: string, body?: object): Promise<Import> => {
    const response = await fetch(`${stack.appUrl}/api/imports${path}`, {
      method,
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return answered.parse(await response.json()).data;
  };
  const { _id: id } = await ask("POST", "", { source: "csv" });
  const until = async (state: string, onProgress?: (done: number) => void): Promise<void> => {
    for (;;) {
      const found = await ask("GET", `/${id}`);
      onProgress?.(found.done);
      if (found.state === state) return;
      if (found.state === "failed") throw new Error("the benchmark's import failed");
      await sleep(100);
    }
  };
  const code = (n: number) => `imp-${process.pid}-${n}`;
  const lines = Array.from(
    { length: count },
    (_, n) => `Imported ${n},https://example.com/${n},${code(n)},2020-05-01,a|b\n`,
  );
  const file = encoder.encode(`name,url,code,created,tags\n${lines.join("")}`);
  const readFrom = performance.now();
  const parts = Math.ceil(file.length / importLimits.partBytes);
  for (let part = 1; part <= parts; part++) {
    const response = await fetch(`${stack.appUrl}/api/imports/${id}/file?part=${part}`, {
      method: "PUT",
      headers: { ...headers, "content-type": "application/octet-stream" },
      body: file.subarray((part - 1) * importLimits.partBytes, part * importLimits.partBytes),
    });
    if (!response.ok) throw new Error(`part ${part}: ${response.status}`);
  }
  await ask("POST", `/${id}/complete`, { parts });
  await until("ready");
  const read = count / ((performance.now() - readFrom) / 1000);
  const madeFrom = performance.now();
  await ask("POST", `/${id}/start`);
  let [known, visited] = [0, 0];
  // Links reach redirectors within a second, so only links that were created at least a second ago are visited.
  const making = until("done", (done) => void setTimeout(() => (known = done), 1000));
  const visits = await redirectsMeanwhile(making, redirectsPerSecond, () =>
    known === 0 ? null : `${stack.shortUrl}/${code((visited++ * 7919) % known)}`,
  );
  await making;
  const madeAt = performance.now();
  const made = count / ((madeAt - madeFrom) / 1000);
  await untilRedirected(`${stack.shortUrl}/${code(count - 1)}`);
  const redirectedAt = performance.now();
  // Measures the same visits without an import.
  const visitsAfter = await redirectsMeanwhile(sleep(afterMs), redirectsPerSecond, () => {
    return `${stack.shortUrl}/${code((visited++ * 7919) % count)}`;
  });
  const row = (how: string, perSecond: number, note = "") => {
    return ["", how, whole(perSecond), (perSecond / bare).toFixed(2), "", "", "", "", note];
  };
  return [
    [importName, ...row("multi-row inserts, bare, links/s", bare).slice(1)],
    row("dry run, links/s", read),
    row("links made, links/s", made),
    row("both, links/s", 1 / (1 / read + 1 / made)),
    visitRow("meanwhile", visits),
    visitRow("afterwards", visitsAfter),
    row(`the last one redirects ${Math.round(redirectedAt - madeAt)} ms after the end`, 0).map((cell, i) =>
      i > 1 ? "" : cell,
    ),
  ];
}

function visitRow(when: string, { sent, p50, p99, slowest, failed }: Redirects): string[] {
  const how = `redirects ${when}, ${redirectsPerSecond} a second: ${whole(sent)}`;
  return ["", how, "", "", `most ${ms(slowest)}`, "", ms(p50), ms(p99), whole(failed)];
}

async function insertBare(bareUrl: string): Promise<number> {
  const from = performance.now();
  for (let n = 0; n < count; n += batchSize) {
    const urls = Array.from({ length: batchSize }, (_, i) => {
      return { name: `Bare ${n + i}`, originalUrl: `https://example.com/${n + i}` };
    });
    const response = await fetch(`${bareUrl}/links/batch`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ urls }),
    });
    if (!response.ok) throw new Error(`bare: ${response.status}`);
    await response.arrayBuffer();
  }
  return count / ((performance.now() - from) / 1000);
}

async function untilRedirected(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(url, { redirect: "manual" });
    await response.arrayBuffer();
    if (response.status === 302) return;
    await sleep(20);
  }
}
