import { z } from "zod";

/** The ports of the proxies before the engines, by engine, as the test that starts us has put them into THROUGH. */
export function throughProxies(): Record<string, number> {
  return z.record(z.string(), z.number()).parse(JSON.parse(process.env["THROUGH"] ?? "{}"));
}
