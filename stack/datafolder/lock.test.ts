import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commandOf } from "../processes/inspect.ts";
import { repositoryRoot } from "../root.ts";
import { lockDataFolder, lockingTools } from "./lock.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hoplog-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Starts a process whose command line is that of a program of ours; it waits until the test ends. */
async function running(folder: string, program: string, ...args: string[]): Promise<number> {
  mkdirSync(join(folder, "boot"), { recursive: true });
  const path = join(folder, "boot", program);
  writeFileSync(path, "process.stdout.write('up'); setInterval(() => {}, 1000);\n");
  const child = spawn(process.execPath, [path, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await new Promise((resolve) => child.stdout.once("data", resolve));
  if (child.pid === undefined) throw new Error("the process has no id");
  return child.pid;
}

const holders = [["up.js"], ["upCluster.ts"], ["dev.js"], ...lockingTools.map((tool) => ["tool.js", tool])];

test.each(holders)("the lock of a running %s %s is respected", async (program, tool) => {
  const folder = newFolder();
  const pid = await running(folder, program ?? "", ...(tool ? [tool] : []));
  writeFileSync(join(folder, "supervisor.pid"), `${pid}\n`);
  expect(() => lockDataFolder(folder)).toThrow(`hoplog already runs on ${folder} (process ${pid})`);
});

test.each([
  ["a tool that does not lock", "tool.js", "verify"],
  ["another program with the process id of the dead one", "server.js", "up"],
])("the lock of %s is taken over", async (_, program, tool) => {
  const folder = newFolder();
  writeFileSync(join(folder, "supervisor.pid"), `${await running(folder, program, tool)}\n`);
  expect(() => lockDataFolder(folder)()).not.toThrow();
});

test("the lock of a process that has ended is taken over, once", async () => {
  const folder = newFolder();
  const pid = await running(folder, "up.js");
  process.kill(pid, "SIGKILL");
  await expect.poll(() => commandOf(pid)).toBe("");
  writeFileSync(join(folder, "supervisor.pid"), `${pid}\n`);
  const unlock = lockDataFolder(folder);
  unlock();
  expect(() => lockDataFolder(folder)()).not.toThrow();
});

test("every tool that locks is a command", () => {
  const { stderr } = spawnSync(process.execPath, ["--conditions=hoplog-source", "stack/boot/tool.ts", "nothing"], {
    cwd: repositoryRoot,
    encoding: "utf8",
  });
  const [, commands = ""] = /Provide a command: (.+)/.exec(stderr) ?? [];
  expect(commands.split(", ")).toEqual(expect.arrayContaining(lockingTools));
});
