import { fork } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { claimPort, freePort, type PortRange, portsToListenOn } from "./freePort.ts";

/** A small range, so that searches collide, of ports that no other tests use. */
const first = randomInt(9500, 10_200);
const few: PortRange = [first, first + 19];

it.runIf(process.platform === "linux")("returns ports outside the range for outgoing connections", async () => {
  const [from = 0, to = 0] = readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8").split(/\s+/).map(Number);
  for (let tried = 0; tried < 20; tried++) {
    const port = await freePort();
    expect(port < from || port > to).toBe(true);
  }
});

it.each<[string, PortRange, PortRange]>([
  ["below it, as on Linux", [32_768, 60_999], [10_240, 32_767]],
  ["below it, as on macOS", [49_152, 65_535], [10_240, 49_151]],
  ["above it", [1024, 40_000], [40_001, 65_535]],
  ["everywhere, if it leaves too few", [1024, 65_535], [10_240, 65_535]],
])("searches %s", (_, outgoing, expected) => {
  expect(portsToListenOn(outgoing)).toEqual(expected);
});

it("skips ports on which somebody listens", async () => {
  const range: PortRange = [first + 20, first + 21];
  const server = createServer().listen(range[0], "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const claim = await claimPort(range);
  onTestFinished(claim.release);
  expect(claim.port).toBe(range[1]);
});

it("gives no port to two processes that search at once, until they release it or end", async () => {
  const finders = [1, 2].map(() =>
    fork(fileURLToPath(new URL("fixtures/claimPorts.ts", import.meta.url)), few.map(String)),
  );
  onTestFinished(() => finders.forEach((finder) => void finder.kill()));
  const found = await Promise.all(
    finders.map(async (finder) => z.array(z.number()).parse((await once(finder, "message"))[0])),
  );
  expect(new Set(found.flat()).size).toBe(20);
  await expect(claimPort(few)).rejects.toThrow(`No port between ${few[0]} and ${few[1]} is free`);
  for (const finder of finders) finder.kill();
  await Promise.all(finders.map((finder) => once(finder, "exit")));
  const claim = await claimPort([few[0], few[0]]);
  await expect(claimPort([few[0], few[0]])).rejects.toThrow("is free");
  claim.release();
  (await claimPort([few[0], few[0]])).release();
});
