import { join } from "node:path";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { z } from "zod";
import { isPortFree } from "../processes/ports.ts";
import { readJson, writeJson } from "./jsonFile.ts";

const names = [
  "postgres",
  "clickHouse",
  "ingest",
  "api",
  "kafka",
  "kafkaController",
  "redis",
  "ingest2",
  "redirector1",
  "redirector2",
  "apiMetrics",
  "analysts",
  "analystsMetrics",
] as const;

/**
 * The stack's internal ports, on the loopback address except metrics ports, which listen on METRICS_HOST: `apiMetrics`,
 * `analystsMetrics`, `redirector1`, `ingest`, and in a cluster `redirector2` and `ingest2`. `api` is used only if
 * another service listens on the app port; `analysts` serves analysts' queries; `kafka` to `ingest2` are used only by
 * clusters.
 */
export type Ports = Readonly<Record<(typeof names)[number], number>>;

const schema = z.record(z.enum(names), z.number());
/** The ports as stored, possibly by a version with other names. */
const storedSchema = z.record(z.string(), z.number());

const fileOf = (folder: string) => join(folder, "ports.json");

/** Returns the ports that a running stack uses; undefined if this version was never started here. */
export function storedPorts(folder: string): Ports | undefined {
  return schema.safeParse(known(readJson(fileOf(folder), storedSchema) ?? {})).data;
}

/** Loads the data folder's ports, which stay the same between starts unless another program has taken one. */
export async function loadPorts(folder: string, avoid: readonly number[]): Promise<Ports> {
  const stored = known(readJson(fileOf(folder), storedSchema) ?? {});
  const taken = new Set(avoid);
  const choose = async (port: number | undefined): Promise<number> => {
    const chosen =
      port !== undefined && !taken.has(port) && (await isPortFree(port, "127.0.0.1")) ? port : await freePort();
    if (taken.has(chosen)) return choose(undefined);
    taken.add(chosen);
    return chosen;
  };
  const chosen: Record<string, number> = {};
  for (const name of names) chosen[name] = await choose(stored[name]);
  const ports = schema.parse(chosen);
  writeJson(fileOf(folder), ports);
  return ports;
}

function known(values: Readonly<Record<string, number>>): Readonly<Record<string, number | undefined>> {
  return Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
}
