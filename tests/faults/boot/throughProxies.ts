import { z } from "zod";

/** Reads the engines' proxy ports from THROUGH, set by the test that started this process. */
export function throughProxies(): Record<string, number> {
  return z.record(z.string(), z.number()).parse(JSON.parse(process.env["THROUGH"] ?? "{}"));
}
