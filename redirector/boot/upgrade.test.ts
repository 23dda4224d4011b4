import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import type { EventLog, Position } from "@hoplog/platform/log/port.js";
import { freshDatabase } from "@hoplog/platform/testing/engines.js";
import { encodeLinkRecord } from "@hoplog/schema/topics/links/record.js";
import { encodeLinkRecordV1 } from "@hoplog/schema/topics/links/recordV1.js";
import { linksV1, linksV2 } from "@hoplog/schema/topics/topic.js";
import { open } from "lmdb";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { writeFormerReplica } from "../testing/formerReplica.ts";
import { freePorts } from "../testing/redirectorProcess.ts";
import { healthOf, link, publishComplete, settingsFor, visit } from "../testing/testRedirector.ts";
import { openRedirector, type Redirector } from "./openRedirector.ts";

const logger = createLogger("redirector", "silent");
const nowhere = "postgres://nobody:x@127.0.0.1:1/none";
const linkOf = (n: number) => ({ ...link, url: `https://example.com/${n}` });
const formerOf = (n: number, active = true) => {
  const { linkId, ownerId, revision, url } = linkOf(n);
  return { linkId, ownerId, revision, url, active };
};
const count = 3000;

describe("a redirector on the replica of the release before", () => {
  let folder: string;
  let databaseUrl: string;
  let log: EventLog;
  let redirector: Redirector;
  const slot = (...names: string[]): string => path.join(folder, "replica", "slot-0", ...names);
  const status = async (code: string): Promise<number> => (await visit({ redirector }, `/${code}`)).status;
  const location = async (code: string) => (await visit({ redirector }, `/${code}`)).headers.location;

  beforeEach(async () => {
    const fresh = await freshDatabase();
    databaseUrl = fresh.url;
    folder = await mkdtemp(path.join(tmpdir(), "hoplog-upgrade-"));
    log = await openEventLog({ databaseUrl, logger });
    let position: Position | null = null;
    await log.append(linksV1, [{ key: "code-0", value: encodeLinkRecordV1(linkOf(0)) }]);
    const reading = log.follow(linksV1, null, { maxRecords: 10, maxBytes: 1e6 }, async (batch) => {
      position = batch.position;
    });
    await expect.poll(() => position).not.toBeNull();
    await reading.stop();
    const links = Object.fromEntries(Array.from({ length: count }, (_, n) => [`code-${n}`, formerOf(n)]));
    const damaged = Buffer.from([7, ...Buffer.alloc(60, 0x41)]);
    await writeFormerReplica(
      slot(),
      { ...links, "code-off": formerOf(1, false), damaged },
      { log: "postgres", position, completeAt: Date.now() },
    );
    onTestFinished(async () => {
      await redirector.stop();
      await log.close();
      await fresh.drop();
      await rm(folder, { recursive: true });
    });
  });
  const start = async (url = databaseUrl): Promise<Redirector> =>
    (redirector = await openRedirector(settingsFor(url, folder), logger));

  it("answers from it at once, also while Postgres is away, and never with a URL that it only guesses at", async () => {
    await start(nowhere);
    expect(await location("code-7")).toBe("https://example.com/7");
    expect(await status("code-off")).toBe(410);
    expect(await status("damaged")).toBe(503);
    expect(await status("%64amaged")).toBe(503);
    expect(await status("code-none")).toBe(404);
    await redirector.stop();
    // Again, and with its listener ahead of it.
    await start(nowhere);
    expect(await location("code-7")).toBe("https://example.com/7");
  });

  it("is not replaced by an empty topic, nor by a half filled one, and follows links.v1 meanwhile", async () => {
    await start();
    await log.append(
      linksV2,
      Array.from({ length: 2000 }, (_, n) => ({ key: `code-${n}`, value: encodeLinkRecord(linkOf(n + 10_000)) })),
    );
    await log.append(linksV1, [
      { key: "code-2999", value: encodeLinkRecordV1({ ...linkOf(5), revision: 2 }) },
      { key: "code-2998", value: encodeLinkRecordV1({ ...linkOf(5), revision: 2, state: "planned" }) },
      { key: "code-2997", value: null },
      { key: "code-2996", value: Buffer.from("{}") },
    ]);
    await expect.poll(() => location("code-2999")).toBe("https://example.com/5");
    await expect.poll(() => status("code-2998")).toBe(410);
    await expect.poll(() => status("code-2997")).toBe(404);
    await expect.poll(() => status("code-2996")).toBe(503);
    expect(await location("code-0")).toBe("https://example.com/0");
    expect(await healthOf({ redirector })).toMatchObject({ parts: { replica: expect.stringContaining("links.v2") } });

    // Kept for the redirector that made it.
    expect(existsSync(slot("data.mdb"))).toBe(true);
    await redirector.stop();
    const former = open({ path: slot(), maxDbs: 4, encoding: "binary", readOnly: true });
    const entry = former.openDB<Buffer, string>({ name: "links", encoding: "binary" }).getBinary("code-2999");
    expect(entry?.toString("latin1", 37)).toBe("https://example.com/5");
    expect(entry?.[0]).toBe(1);
    await former.close();
    await start();
    expect(await location("code-2999")).toBe("https://example.com/5");
  });

  it("leaves it as soon as links.v2 is complete, without a visitor being called unknown, and starts from its own then", async () => {
    await start();
    const answers: number[] = [];
    const visited = new AbortController();
    const visiting = (async () => {
      for (let n = 0; !visited.signal.aborted; n++) answers.push(await status(`code-${n % count}`));
    })();
    const records = Array.from({ length: count }, (_, n) => ({
      key: `code-${n}`,
      value: encodeLinkRecord(linkOf(n + 10_000)),
    }));
    await log.append(linksV2, records.slice(0, 2000));
    await log.append(linksV2, records.slice(2000));
    await publishComplete(log);
    await expect.poll(() => location("code-7"), { timeout: 20_000 }).toBe("https://example.com/10007");
    await expect.poll(() => location("code-2999")).toBe("https://example.com/12999");
    // What was only in the old one is gone: links.v2 has said everything.
    await expect.poll(() => status("code-off")).toBe(404);
    visited.abort();
    await visiting;
    expect(answers.length).toBeGreaterThan(10);
    expect(new Set(answers)).toEqual(new Set([302]));
    await expect
      .poll(() => ["data.mdb", "lock.mdb", "version", "usable"].filter((file) => existsSync(slot(file))))
      .toEqual([]);
    expect(await healthOf({ redirector })).toMatchObject({ parts: { replica: "ok" } });

    await redirector.stop();
    await start(nowhere);
    expect(await location("code-7")).toBe("https://example.com/10007");
  });
});

describe("a redirector that has no replica", () => {
  it("listens as soon as links.v2 says that there are no links, and not before", async () => {
    const fresh = await freshDatabase();
    const folder = await mkdtemp(path.join(tmpdir(), "hoplog-upgrade-"));
    const log = await openEventLog({ databaseUrl: fresh.url, logger });
    const [port = 0] = await freePorts(1);
    const ending = new AbortController();
    const opening = openRedirector({ ...settingsFor(fresh.url, folder), SHORT_PORT: port }, logger, ending.signal);
    onTestFinished(async () => {
      await (await opening).stop();
      await log.close();
      await fresh.drop();
      await rm(folder, { recursive: true });
    });
    // More than the initial load waits for, had it been filled before.
    await log.append(linksV2, [{ key: "early", value: encodeLinkRecord(link) }]);
    await expect.poll(() => log.lag(linksV2, "nobody")).toBe(1);
    await expect(visit({ redirector: { port } }, "/early")).rejects.toThrow("ECONNREFUSED");
    await publishComplete(log);
    const redirector = await opening;
    expect((await visit({ redirector }, "/early")).status).toBe(302);
  });
});
