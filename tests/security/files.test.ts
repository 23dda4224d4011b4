import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { signIn } from "../operations/account.ts";
import { runTool } from "../operations/tool.ts";
import { type Owner, stackPlace, type StackPlace } from "../running/runningStack.ts";
import { openFiles } from "./openFiles.ts";

const isRoot = process.getuid?.() === 0;
/** The user nobody of most systems: it owns nothing else. */
const nobody = { uid: 65_534, gid: 65_534 };

async function newPlace(owner?: Owner): Promise<StackPlace> {
  const place = await stackPlace(owner);
  onTestFinished(() => place.clear());
  // As a home folder or /srv, so that no file is closed only by what is above it.
  chmodSync(dirname(place.dataFolder), 0o755);
  return place;
}

/** A life of a stack with everything that makes files: accounts, links, clicks, a death of each engine. */
async function live(place: StackPlace): Promise<void> {
  const account = await signIn(place.appUrl);
  const { code } = await account.makeLink("Walked");
  const before = await account.clicks();
  for (let i = 0; i < 20; i++) await fetch(`${place.shortUrl}/${code}`, { redirect: "manual" });
  await expect.poll(() => account.clicks(), { timeout: 60_000 }).toBe(before + 20);
}

/** Root's own Postgres runs as a user of its own, whose group passes through the top folder and reads nothing in it. */
function expectClosed({ dataFolder }: StackPlace, owner = process.getuid?.() ?? 0): void {
  const passage = owner === 0 ? [`710 ${dataFolder}`] : [];
  expect(openFiles(dataFolder).filter((one) => !passage.includes(one))).toEqual([]);
  expect(readdirSync(dataFolder)).toEqual(
    expect.arrayContaining(["clickhouse", "postgres", "spool", "replica", "logs"]),
  );
  for (const name of readdirSync(dataFolder)) {
    const { uid } = statSync(join(dataFolder, name));
    if (name !== "postgres" || owner !== 0) expect({ name, uid }).toEqual({ name, uid: owner });
  }
}

const canRunAsNobody =
  isRoot &&
  (() => {
    try {
      const program = join(repositoryRoot, "stack", "dist", "boot", "up.js");
      execFileSync(process.execPath, ["-e", `require("fs").accessSync(${JSON.stringify(program)})`], nobody);
      return true;
    } catch {
      return false;
    }
  })();

describe("what a stack keeps is for its own user alone", () => {
  test("from the first start on, and a backup too", async () => {
    const place = await newPlace();
    await place.start().ready();
    await live(place);
    expectClosed(place);
    if (isRoot) {
      const { uid, gid } = statSync(join(place.dataFolder, "postgres"));
      expect(uid).toBeGreaterThan(0);
      expect(statSync(place.dataFolder)).toMatchObject({ uid: 0, gid });
      for (const path of ["secrets.json", "logs/api.log", "clickhouse/server.log", "clickhouse/data"]) {
        const read = () => execFileSync("cat", [join(place.dataFolder, path)], { ...nobody, stdio: "pipe" });
        expect(read, path).toThrow(/Permission denied/);
      }
      expect(() => execFileSync("ls", [place.dataFolder], { ...nobody, stdio: "pipe" })).toThrow(/Permission denied/);
    }
    const backups = mkdtempSync(join(tmpdir(), "hoplog-backups-"));
    onTestFinished(() => rmSync(backups, { recursive: true }));
    const saved = await runTool(place, "backup", { TO: join(backups, "today") });
    expect(saved.code, saved.output).toBe(0);
    expect(readdirSync(join(backups, "today"))).toContain("secrets.json");
    expect(openFiles(backups)).toEqual([]);
    expectClosed(place);

    // As from a medium that knows no rights.
    execFileSync("chmod", ["-R", "a+rX", backups]);
    const other = await newPlace();
    const restored = await runTool(other, "restore", { FROM: join(backups, "today") });
    expect(restored.code, restored.output).toBe(0);
    expect(openFiles(other.dataFolder).filter((one) => one !== `710 ${other.dataFolder}`)).toEqual([]);
  });

  test("after a start on data that the release before has left open, while whatever else is there is left alone", async () => {
    const place = await newPlace();
    const first = place.start();
    await first.ready();
    await live(place);
    first.child.kill("SIGTERM");
    await first.ended;
    // As it was: all but Postgres' own folder, which it refuses to use when others can read it.
    for (const name of readdirSync(place.dataFolder)) {
      if (name !== "postgres") execFileSync("chmod", ["-R", "a+rX", join(place.dataFolder, name)]);
    }
    chmodSync(place.dataFolder, 0o755);
    expect(openFiles(place.dataFolder).length).toBeGreaterThan(100);
    const second = place.start();
    await second.ready();
    await live(place);
    expectClosed(place);
    second.child.kill("SIGTERM");
    await second.ended;

    const notOurs = join(place.dataFolder, "photos");
    mkdirSync(notOurs);
    writeFileSync(join(notOurs, "cat.jpg"), "");
    execFileSync("chmod", ["-R", "a+rX", place.dataFolder, "--", notOurs]);
    execFileSync("chmod", ["-R", "go-rwx", join(place.dataFolder, "postgres")]);
    await place.start().ready();
    await live(place);
    expect(openFiles(place.dataFolder).toSorted()).toEqual(
      [`755 ${place.dataFolder}`, `755 ${notOurs}`, `644 ${join(notOurs, "cat.jpg")}`].toSorted(),
    );
  });

  test.runIf(canRunAsNobody)("as an ordinary user", async () => {
    const place = await newPlace(nobody);
    await place.start().ready();
    await live(place);
    expectClosed(place, nobody.uid);
    expect(existsSync(join(place.dataFolder, "postgres", "PG_VERSION"))).toBe(true);
  });
});
