import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { encodeLinkRecord, urlAt, urlEndOf } from "@hoplog/schema/topics/links/record.js";
import { expect, it, onTestFinished } from "vitest";
import { createFindLink, type FindLink } from "./knownLinks.ts";
import { replicaFolder } from "./folders.ts";
import { openReplicaReader } from "./reader.ts";
import { link } from "../testing/testRedirector.ts";
import { openReplica } from "./replica.ts";

/** Opens a replica whose changes are announced only by `notify`. */
async function open(max: { links: number; bytes: number }, isNotified = true) {
  const folder = mkdtempSync(path.join(tmpdir(), "hoplog-known-"));
  const writer = openReplica(replicaFolder(folder));
  const reader = openReplicaReader(folder);
  onTestFinished(async () => {
    await Promise.all([writer.close(), reader.close()]);
    rmSync(folder, { recursive: true, force: true });
  });
  let version = 0;
  const find = createFindLink(reader, isNotified ? () => version : null, max);
  let revision = 0;
  return {
    find,
    notify: () => version++,
    /**
     * Writes entries. A turn that has started to read before sees the old state until its end, unless `notify`
     * refreshes its view.
     */
    write: (urls: Record<string, string>) =>
      writer.apply(
        Object.entries(urls).map(([key, url]) => {
          const ids = { linkId: crypto.randomUUID(), ownerId: crypto.randomUUID() };
          return { key, value: encodeLinkRecord({ ...link, ...ids, revision: ++revision, url }), recordedAt: 0 };
        }),
        { log: "test", position: null, completeAt: 0 },
      ),
  };
}

function urlOf(find: FindLink, code: string): string | null {
  const found = find(0, Buffer.from(`GET /${code} HTTP/1.1`), 5, 5 + code.length);
  return found && found.bytes.toString("latin1", found.start + urlAt, urlEndOf(found.bytes, found.start));
}

it("remembers a link until it is notified of a change", async () => {
  const { find, notify, write } = await open({ links: 10, bytes: 10_000 });
  await write({ aaa: "https://example.com/1" });
  notify();
  expect(urlOf(find, "bbb")).toBeNull();
  expect(urlOf(find, "aaa")).toBe("https://example.com/1");
  await write({ aaa: "https://example.com/2", bbb: "https://example.com/b" });
  expect(urlOf(find, "aaa")).toBe("https://example.com/1");
  notify();
  expect(urlOf(find, "aaa")).toBe("https://example.com/2");
  expect(urlOf(find, "bbb")).toBe("https://example.com/b");
});

it.each([
  ["links", { links: 3, bytes: 10_000 }],
  ["bytes", { links: 1000, bytes: 250 }],
])("answers rightly with more than it can remember, in %s", async (_what, max) => {
  const { find, notify, write } = await open(max);
  const urls = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`code-${n}`, `https://example.com/${n}`]));
  await write(urls);
  notify();
  for (let round = 0; round < 3; round++) {
    for (const [code, url] of Object.entries(urls)) {
      expect(urlOf(find, code)).toBe(url);
      expect(urlOf(find, "code-7")).toBe("https://example.com/7");
    }
  }
});

it("answers for a link that is larger than its whole memory", async () => {
  const { find, notify, write } = await open({ links: 10, bytes: 500 });
  const long = `https://example.com/${"x".repeat(1900)}`;
  await write({ long, short: "https://example.com/" });
  notify();
  for (const code of ["long", "short", "long"]) {
    expect(urlOf(find, code)).toBe(code === "long" ? long : "https://example.com/");
  }
});

it("looks each time where nobody counts the changes", async () => {
  const { find, write } = await open({ links: 10, bytes: 10_000 }, false);
  await write({ aaa: "https://example.com/1" });
  await expect.poll(() => urlOf(find, "aaa")).toBe("https://example.com/1");
  await write({ aaa: "https://example.com/2" });
  await expect.poll(() => urlOf(find, "aaa")).toBe("https://example.com/2");
});
