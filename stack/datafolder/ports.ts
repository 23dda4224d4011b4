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
 * The ports inside the stack, all on the loopback address save those for metrics, which listen where METRICS_HOST says:
 * `apiMetrics`, `analystsMetrics`, `redirector1`, `ingest`, and in a cluster `redirector2` and `ingest2`. `api` is used only
 * where the app port isn't the api's, `analysts` is where analysts query, those from `kafka` to `ingest2` only by a cluster.
 */
export type Ports = Readonly<Record<(typeof names)[number], number>>;

const schema = z.record(z.enum(names), z.number());
/** As it was written, perhaps by a version with other names. */
const storedSchema = z.record(z.string(), z.number());

const fileOf = (folder: string) => join(folder, "ports.json");

/** The ports that a running stack uses; undefined where none of this version was ever started. */
export function storedPorts(folder: string): Ports | undefined {
  return schema.safeParse(known(readJson(fileOf(folder), storedSchema) ?? {})).data;
}

/** The ports of this data folder: kept from the first start on, save those that someone else has taken meanwhile. */
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
