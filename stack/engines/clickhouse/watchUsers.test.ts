import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { accountUsersFile, accountUsersFolder } from "./analysts.ts";
import { watchUsers } from "./watchUsers.ts";

let folder: string;
let leave: (() => void) | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hoplog-users-watch-"));
  mkdirSync(accountUsersFolder(folder), { recursive: true });
});
afterEach(() => {
  leave?.();
  rmSync(folder, { recursive: true, force: true });
});

const write = (text: string) => writeFileSync(accountUsersFile(folder), text);

/** An engine that reads the file at its start, as the real one does. */
function engine(restartIntervalMs: number) {
  const users = watchUsers(folder, { pollMs: 20, restartIntervalMs });
  const starts: number[] = [];
  const start = async () => {
    users.starts();
    starts.push(performance.now());
  };
  return { users, starts, start };
}

test("a change is followed by one restart, and the same content by none", async () => {
  const { users, starts, start } = engine(50);
  write("one");
  await start();
  leave = users.follow(start);
  write("one");
  write("two");
  await expect.poll(() => starts.length).toBe(2);
  write("two");
  write("three");
  await expect.poll(() => starts.length).toBe(3);
});

test("what changed between the engine's start and the first look is not missed", async () => {
  const { users, starts, start } = engine(50);
  await start();
  write("one");
  leave = users.follow(start);
  await expect.poll(() => starts.length).toBe(2);
});

test("many changes in a row make few restarts, and the last one counts", async () => {
  const { users, starts, start } = engine(300);
  await start();
  leave = users.follow(start);
  for (let change = 0; change < 20; change++) {
    write(`change ${change}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  write("last");
  await expect.poll(() => starts.length).toBeGreaterThan(1);
  write("after all");
  await expect.poll(() => starts.length).toBe(3);
  const [, second = 0, third = 0] = starts;
  expect(third - second).toBeGreaterThanOrEqual(295);
});

test("nobody is started again after leaving", async () => {
  const { users, starts, start } = engine(1);
  await start();
  const other = engine(1);
  await other.start();
  users.follow(start)();
  leave = other.users.follow(other.start);
  write("one");
  await expect.poll(() => other.starts.length).toBe(2);
  expect(starts).toHaveLength(1);
});
