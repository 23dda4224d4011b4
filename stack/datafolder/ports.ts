import { join } from "node:path";
import { z } from "zod";
import { freePort, isPortFree } from "../processes/ports.ts";
import { readJson, writeJson } from "./jsonFile.ts";

const schema = z.object({ postgres: z.number(), clickHouse: z.number(), ingest: z.number(), api: z.number() });

/** The ports inside the stack, all on the loopback address. `api` is used only where the app port isn't the api's. */
export type Ports = z.output<typeof schema>;

/** The ports that a running stack uses; undefined where none has ever been started. */
export function keptPorts(folder: string): Ports | undefined {
  return readJson(join(folder, "ports.json"), schema);
}

/** The ports of this data folder: kept from the first start on, save those that someone else has taken meanwhile. */
export async function loadPorts(folder: string, avoid: readonly number[]): Promise<Ports> {
  const path = join(folder, "ports.json");
  const kept: Partial<Ports> = readJson(path, schema) ?? {};
  const taken = new Set(avoid);
  const choose = async (port: number | undefined): Promise<number> => {
    const chosen =
      port !== undefined && !taken.has(port) && (await isPortFree(port, "127.0.0.1")) ? port : await freePort();
    if (taken.has(chosen)) return choose(undefined);
    taken.add(chosen);
    return chosen;
  };
  const ports: Ports = {
    postgres: await choose(kept.postgres),
    clickHouse: await choose(kept.clickHouse),
    ingest: await choose(kept.ingest),
    api: await choose(kept.api),
  };
  writeJson(path, ports);
  return ports;
}
