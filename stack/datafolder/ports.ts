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
/** In a file of their own: the release before these refuses to start on names that it doesn't know. */
const laterNames = ["apiMetrics", "analysts", "analystsMetrics"] as const;

type PortName = (typeof names)[number];
type LaterName = (typeof laterNames)[number];

/**
 * The ports inside the stack, all on the loopback address save those for metrics, which listen where METRICS_HOST says:
 * `apiMetrics`, `analystsMetrics`, `redirector1`, `ingest`, and in a cluster `redirector2` and `ingest2`. `api` is used only where the app
 * port isn't the api's, `analysts` is where analysts query, those from `kafka` to `ingest2` only by a cluster.
 */
export type Ports = Readonly<Record<PortName | LaterName, number>>;

/** As the stack that runs has them, which may be of a release that knew fewer. */
export type StoredPorts = Omit<Ports, LaterName> & Partial<Ports>;

const schema = z.record(z.enum(names), z.number());
const laterSchema = z.record(z.enum(laterNames), z.number());
/** A release may have known fewer of them. */
const laterStoredSchema = z.partialRecord(z.enum(laterNames), z.number());
/** Also with names of a later release. */
const storedSchema = z.record(z.string(), z.number());

const filesOf = (folder: string) => [join(folder, "ports.json"), join(folder, "metrics-ports.json")] as const;

function readStored(folder: string): Record<string, number | undefined> {
  return Object.assign({}, ...filesOf(folder).map((path) => readJson(path, storedSchema) ?? {}));
}

/** The ports that a running stack uses; undefined where none has ever been started. */
export function storedPorts(folder: string): StoredPorts | undefined {
  const stored = readStored(folder);
  const first = schema.safeParse(pick(stored, names));
  const later = laterStoredSchema.safeParse(
    pick(
      stored,
      laterNames.filter((name) => stored[name] !== undefined),
    ),
  );
  return first.data && { ...first.data, ...later.data };
}

/** The ports of this data folder: kept from the first start on, save those that someone else has taken meanwhile. */
export async function loadPorts(folder: string, avoid: readonly number[]): Promise<Ports> {
  const stored = readStored(folder);
  const taken = new Set(avoid);
  const choose = async (port: number | undefined): Promise<number> => {
    const chosen =
      port !== undefined && !taken.has(port) && (await isPortFree(port, "127.0.0.1")) ? port : await freePort();
    if (taken.has(chosen)) return choose(undefined);
    taken.add(chosen);
    return chosen;
  };
  const chosen: Record<string, number> = {};
  for (const name of [...names, ...laterNames]) chosen[name] = await choose(stored[name]);
  const ports = schema.parse(pick(chosen, names));
  const later = laterSchema.parse(pick(chosen, laterNames));
  const [path, laterPath] = filesOf(folder);
  writeJson(path, ports);
  writeJson(laterPath, later);
  return { ...ports, ...later };
}

function pick(values: Readonly<Record<string, number | undefined>>, wanted: readonly string[]) {
  return Object.fromEntries(wanted.map((name) => [name, values[name]]));
}
