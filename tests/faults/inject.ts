import { chmodSync } from "node:fs";
import { signal } from "@hoplog/stack/processes/inspect.js";
import type { TestStack } from "../running/runningStack.ts";
import type { Fault } from "./plan.ts";
import { mountSmallDisk } from "../running/smallDisk.ts";
import { processTree } from "../running/processTree.ts";
import type { Proxy } from "./proxy.ts";

/** An injected fault with its start and end, in milliseconds since the epoch. */
export interface Done extends Fault {
  readonly from: number;
  until: number;
}

/** Starts an additional ingest; `end` removes it. */
export type Join = () => Promise<{ end(how: NodeJS.Signals): Promise<void> }>;

export interface Injecting {
  readonly testStack: TestStack;
  /** Proxies by engine. */
  readonly proxies: ReadonlyMap<string, Proxy>;
  readonly joinIngest: Join;
  readonly spool: Disk;
  readonly random: () => number;
}

/** Injects one fault and resolves when it is over. Returns null if its part was not running. */
export async function inject(
  fault: Fault,
  { testStack, proxies, joinIngest, spool, random }: Injecting,
): Promise<Done | null> {
  const done: Done = { ...fault, from: Date.now(), until: Date.now() };
  const over = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, fault.lasts));
  const processes = (): number[] => processesOf(testStack, fault.part, random);
  const way = proxies.get(fault.part.replace("way to ", ""));
  if (fault.kind === "kill") {
    const killed = processes();
    if (killed.length === 0) return null;
    for (const each of killed) signal(each, "SIGKILL");
  } else if (fault.kind === "freeze") {
    const frozen = processes();
    if (frozen.length === 0) return null;
    for (const each of frozen) signal(each, "SIGSTOP");
    await over();
    for (const each of frozen) signal(each, "SIGCONT");
  } else if (fault.kind === "cut") {
    way?.cut();
    await over();
    way?.heal();
  } else if (fault.kind === "delay") {
    way?.delay(50 + Math.floor(random() * 450));
    await over();
    way?.heal();
  } else if (fault.kind === "fill") {
    spool.fill();
    await over();
    spool.clear();
  } else {
    const joined = await joinIngest();
    await over();
    await joined.end(random() < 0.5 ? "SIGTERM" : "SIGKILL");
  }
  done.until = Date.now();
  return done;
}

/**
 * Returns the processes of a part. A redirector has one process that feeds the replica and ships the spool, with
 * listeners below it: "redirector" means all of them, "redirector shipper" the first, "redirector listener" one of the
 * others.
 */
function processesOf(testStack: TestStack, part: string, random: () => number): number[] {
  const [name = "", within] = part.split(" ");
  const pid = testStack.pids()[name];
  if (pid === undefined) return [];
  const [first = pid, ...below] = processTree(pid);
  if (within === "shipper") return [first];
  if (within === "listener") return below.slice(Math.floor(random() * below.length)).slice(0, 1);
  return [first, ...below];
}

/** The file system that contains the spool. */
export interface Disk {
  fill(): void;
  clear(): void;
  release(): void;
}

/**
 * Mounts a separate file system for the spool, small enough to fill, which requires root. Otherwise uses a read-only
 * folder and prints that.
 */
export function openSpoolDisk(spoolFolder: string): Disk {
  const mounted = mountSmallDisk(spoolFolder, "size=64m");
  if (mounted) return mounted;
  console.log(
    "The spool can't be given a file system of its own (that takes root): a read-only folder stands for a full disk",
  );
  return {
    fill: () => chmodSync(spoolFolder, 0o500),
    clear: () => chmodSync(spoolFolder, 0o700),
    release: () => undefined,
  };
}
