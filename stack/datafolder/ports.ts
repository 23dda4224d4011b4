import { join } from "node:path";
import { z } from "zod";
import { freePort, isPortFree } from "../processes/ports.ts";
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
] as const;

type PortName = (typeof names)[number];

/**
 * The ports inside the stack, all on the loopback address. `api` is used only where the app port isn't the api's, those
 * from `kafka` on only by a cluster; `redirector1` and `redirector2` are for their health.
 */
export type Ports = Readonly<Record<PortName, number>>;

const schema = z.record(z.enum(names), z.number());
const keptSchema = z.partialRecord(z.enum(names), z.number());

/** The ports that a running stack uses; undefined where none has ever been started. */
export function keptPorts(folder: string): Ports | undefined {
  return schema.safeParse(readJson(join(folder, "ports.json"), keptSchema)).data;
}

/** The ports of this data folder: kept from the first start on, save those that someone else has taken meanwhile. */
export async function loadPorts(folder: string, avoid: readonly number[]): Promise<Ports> {
  const path = join(folder, "ports.json");
  const kept = readJson(path, keptSchema) ?? {};
  const taken = new Set(avoid);
  const choose = async (port: number | undefined): Promise<number> => {
    const chosen =
      port !== undefined && !taken.has(port) && (await isPortFree(port, "127.0.0.1")) ? port : await freePort();
    if (taken.has(chosen)) return choose(undefined);
    taken.add(chosen);
    return chosen;
  };
  const chosen: Partial<Record<PortName, number>> = {};
  for (const name of names) chosen[name] = await choose(kept[name]);
  const ports = schema.parse(chosen);
  writeJson(path, ports);
  return ports;
}
