import { setTimeout as sleep } from "node:timers/promises";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import { z } from "zod";
import type { BenchStack } from "../measure/stack.ts";
import { whole } from "../measure/table.ts";

export const importName = "import links from a file";
const count = Number(process.env["BENCH_IMPORT"] ?? 100_000);
const batchSize = 1000;
const encoder = new TextEncoder();

const answered = z.object({ data: z.object({ _id: z.string(), state: z.string() }) });

/** An import of a file beside bare multi-row inserts of as many links, one batch after the other. Gives rows of a table. */
export async function benchImport(stack: BenchStack, token: string, bareUrl: string): Promise<string[][]> {
  const bare = await insertBare(bareUrl);
  const headers = { authorization: `Bearer ${token}` };
  const ask = async (method: string, path: string, body?: object): Promise<{ _id: string; state: string }> => {
    const response = await fetch(`${stack.appUrl}/api/imports${path}`, {
      method,
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return answered.parse(await response.json()).data;
  };
  const { _id: id } = await ask("POST", "", { source: "csv" });
  const until = async (state: string): Promise<void> => {
    for (;;) {
      const found = (await ask("GET", `/${id}`)).state;
      if (found === state) return;
      if (found === "failed") throw new Error("the import has failed");
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
  await until("done");
  const madeAt = performance.now();
  const made = count / ((madeAt - madeFrom) / 1000);
  await untilRedirected(`${stack.shortUrl}/${code(count - 1)}`);
  const row = (how: string, perSecond: number, note = "") => {
    return ["", how, whole(perSecond), (perSecond / bare).toFixed(2), "", "", "", "", note];
  };
  return [
    [importName, ...row("multi-row inserts, bare, links/s", bare).slice(1)],
    row("dry run, links/s", read),
    row("links made, links/s", made),
    row("both, links/s", 1 / (1 / read + 1 / made)),
    row(`the last one redirects ${Math.round(performance.now() - madeAt)} ms after the end`, 0).map((cell, i) =>
      i > 1 ? "" : cell,
    ),
  ];
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
