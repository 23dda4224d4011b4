import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "@hoplog/platform/process/errorCode.js";
import { isPortFree } from "../processes/ports.ts";
import type { Settings } from "../settings.ts";
import { StartError } from "../startError.ts";

/**
 * Checks that both public ports can be listened on, within `timeoutMs` milliseconds; throws a StartError that names the
 * variable to set.
 */
export async function checkPorts(settings: Settings, timeoutMs: number): Promise<void> {
  const end = Date.now() + timeoutMs;
  const wanted = [
    { variable: "APP_PORT", host: settings.apiHost, port: settings.appPort, purpose: "the app" },
    { variable: "SHORT_PORT", host: settings.host, port: settings.shortPort, purpose: "short links" },
  ];
  for (const { variable, host, port, purpose } of wanted) {
    let free: boolean;
    try {
      while (!(free = await isPortFree(port, host)) && Date.now() < end) await delay(20);
    } catch (cause) {
      const code = errorCode(cause);
      const hint =
        code === "EACCES" ? `set ${variable} to a port above 1023` : "set HOST to an address of this machine";
      throw new StartError(`Cannot listen on ${host} port ${port} for ${purpose} (${code}): ${hint}.`, { cause });
    }
    if (!free) {
      throw new StartError(
        `Port ${port} for ${purpose} is in use. Stop the program that uses it, or set ${variable} to another port.`,
      );
    }
  }
}
