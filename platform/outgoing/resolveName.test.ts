import { createSocket } from "node:dgram";
import { lookup, Resolver } from "node:dns/promises";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { createGuard } from "./guard.ts";
import { createResolve } from "./resolveName.ts";
import type { Resolve } from "./systemLookup.ts";
import { shareLookups } from "./sharedLookups.ts";
import { createSystemLookup } from "./systemLookup.ts";

const [a, aaaa] = [1, 28];
const [noFailure, serverFailure, noSuchName] = [0, 2, 3];

/** A name server's response to a query: a code and addresses; null if it never responds. */
type Says = (name: string, type: number) => { readonly code: number; readonly addresses?: readonly string[] } | null;

async function nameServer(says: Says) {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (question, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (; question[at]; at += 1 + (question[at] ?? 0))
      labels.push(question.toString("latin1", at + 1, at + 1 + (question[at] ?? 0)));
    const name = labels.join(".");
    asked.push(name);
    const said = says(name, question.readUInt16BE(at + 1));
    if (!said) return;
    const records = (said.addresses ?? []).map((each) =>
      // An answer: reference to the queried name, type A, class IN, 60 s.
      Buffer.from([0xc0, 12, 0, a, 0, 1, 0, 0, 0, 60, 0, 4, ...each.split(".").map(Number)]),
    );
    const head = Buffer.concat([question.subarray(0, 2), Buffer.from([0x81, 0x80 | said.code]), Buffer.alloc(8)]);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([head, question.subarray(12, at + 5), ...records]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => void socket.close());
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  onTestFinished(() => resolver.cancel());
  return { asked, resolver };
}

const ofHosts: Resolve = async () => [{ address: "10.0.0.1", family: 4 }];
const resolveBy = (resolver: Resolver, bySystem = ofHosts) =>
  createResolve({ makeResolver: () => resolver, bySystem, now: Date.now });

describe("a name", () => {
  it("whose server never answers takes no thread that others need", async () => {
    const { asked, resolver } = await nameServer(() => null);
    const resolve = resolveBy(resolver);
    let over = 0;
    const stuck = Array.from({ length: 20 }, (_, i) => resolve(`${i}.silent.example`).finally(() => over++));
    const ends = Promise.allSettled(stuck);
    await expect.poll(() => new Set(asked).size).toBe(20);
    await lookup("localhost");
    expect(over).toBe(0);
    resolver.cancel();
    expect((await ends).every(({ status }) => status === "rejected")).toBe(true);
  });

  it("has the addresses that DNS knows, of whichever family", async () => {
    const { resolver } = await nameServer((_name, type) =>
      type === a ? { code: noFailure, addresses: ["203.0.113.1", "203.0.113.2"] } : { code: serverFailure },
    );
    expect(await resolveBy(resolver, () => expect.unreachable())("known.example")).toEqual([
      { address: "203.0.113.1", family: 4 },
      { address: "203.0.113.2", family: 4 },
    ]);
  });

  it("that DNS doesn't know, or that has no dot, is asked of the system; one that can't be answered is not", async () => {
    const { asked, resolver } = await nameServer((name, type) => {
      if (name === "failing.example") return { code: serverFailure };
      if (name === "half.example") return { code: type === aaaa ? serverFailure : noFailure };
      return { code: name === "empty.example" ? noFailure : noSuchName };
    });
    const resolve = resolveBy(resolver);
    for (const name of ["unknown.example", "empty.example", "bucket"])
      expect(await resolve(name)).toEqual([{ address: "10.0.0.1", family: 4 }]);
    expect(asked).not.toContain("bucket");
    for (const name of ["failing.example", "half.example"])
      await expect(resolve(name)).rejects.toMatchObject({ code: "ESERVFAIL" });
    expect(await resolve("::1")).toEqual([{ address: "::1", family: 6 }]);
  });

  it("is asked of the system where there is no name server", async () => {
    const { resolver } = await nameServer(() => null);
    const nobody = createSocket("udp4");
    nobody.bind(0, "127.0.0.1");
    await once(nobody, "listening");
    const { port } = nobody.address();
    nobody.close();
    await once(nobody, "close");
    resolver.setServers([`127.0.0.1:${port}`]);
    expect(await resolveBy(resolver)("hosts.example")).toEqual([{ address: "10.0.0.1", family: 4 }]);
  });

  it("is refused for one address that is not public, whoever knew it", async () => {
    const { resolver } = await nameServer((name) =>
      name === "dns.example" ? { code: noFailure, addresses: ["203.0.114.1", "10.0.0.2"] } : { code: noSuchName },
    );
    const guard = createGuard([], resolveBy(resolver));
    for (const name of ["dns.example", "hosts.example"]) {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      guard.lookup(name, { all: true }, (error) => resolve(error));
      expect(await promise).toMatchObject({ failure: "name" });
    }
  });
});

describe("look-ups", () => {
  it("by the system are made one at a time, of names without a dot first", async () => {
    const asked: string[] = [];
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    const resolve = createSystemLookup(async (name) => {
      asked.push(name);
      await promise;
      return [];
    });
    const all = Promise.all(["a.example", "b.example", "bucket"].map(resolve));
    await expect.poll(() => asked).toEqual(["a.example"]);
    answer();
    await all;
    expect(asked).toEqual(["a.example", "bucket", "b.example"]);
  });

  it("of one name at the same time are one, and a later one is another", async () => {
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    const asked: string[] = [];
    const resolve = shareLookups(async (name) => {
      asked.push(name);
      await promise;
      return [{ address: "203.0.113.1", family: 4 }];
    });
    const all = Array.from({ length: 8 }, () => resolve("one.example"));
    const other = resolve("other.example");
    answer();
    for (const found of await Promise.all([...all, other])) expect(found).toHaveLength(1);
    expect(asked).toEqual(["one.example", "other.example"]);
    await resolve("one.example");
    expect(asked).toHaveLength(3);
  });

  it("that have failed are not tried again for 4 s; of many the last ones", async () => {
    let [now, asked] = [0, 0];
    const resolve = shareLookups(
      async (name) => {
        asked++;
        throw new Error(name);
      },
      () => now,
    );
    const fail = (name: string) => expect(resolve(name)).rejects.toThrow(name);
    await fail("gone.example");
    now = 3999;
    await fail("gone.example");
    expect(asked).toBe(1);
    now = 4000;
    await fail("gone.example");
    expect(asked).toBe(2);
    for (let i = 0; i < 1000; i++) await resolve(`${i}.example`).catch(() => {});
    await fail("999.example");
    expect(asked).toBe(1002);
    await fail("gone.example");
    expect(asked).toBe(1003);
  });
});
