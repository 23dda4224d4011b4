import { existsSync } from "node:fs";
import { replicaFolder } from "../replica/folders.ts";
import { type Slot, takeSlot } from "../slots/slots.ts";
import { earlyListenerVariable } from "./earlyListenerVariable.ts";
import { type ListenerChild, spawnListener } from "./listenerChild.ts";
import { findProgram } from "./runtime.ts";
import { isUsable } from "./usable.ts";

/** Resources that a redirector opens before most of its code is loaded. */
export interface EarlyStart {
  readonly slot: Slot;
  /** The early listener; null if the replica is not usable yet. */
  readonly listener: ListenerChild | null;
}

/** Environment variables that are passed to an early listener. Both processes parse them by the same rules. */
export const earlyVariables: readonly string[] = [
  "SHORT_PORT",
  "HOST",
  "PUBLIC_URL",
  "SHORT_URL",
  "SHORT_HOSTS",
  "APP_SERVER",
  "APP_REQUESTS_PER_ADDRESS",
  "SPOOL_DIR",
  "SPOOL_FSYNC",
  "SPOOL_RESERVE_MB",
  "TRUSTED_PROXIES",
  "LOG_LEVEL",
  "SHORT_TLS_PORT",
  "TLS_CERTIFICATES",
  "CERTIFICATE_KEY",
  "HTTPS_REDIRECT",
  "HSTS",
  "HANDSHAKES_PER_ADDRESS",
  "PROXY_PROTOCOL",
];

/**
 * Starts a listener before other code is loaded, so that a killed redirector is back on its port quickly; this uses
 * only Node's own modules. Null if no redirector has run here yet or no slot can be taken.
 */
export function startEarlyListener(parent: string, env: NodeJS.ProcessEnv): EarlyStart | null {
  if (!existsSync(parent)) return null;
  const slot = tryTakeSlot(parent);
  if (!slot || !isUsable(replicaFolder(slot.folder))) return slot && { slot, listener: null };
  const given = Object.fromEntries(earlyVariables.map((name) => [name, env[name]]));
  const { program } = findProgram(env["LISTENER_RUNTIME"]);
  return { slot, listener: spawnListener(program, { ...given, [earlyListenerVariable]: slot.folder }) };
}

function tryTakeSlot(parent: string): Slot | null {
  try {
    return takeSlot(parent);
  } catch {
    // The code that needs a slot will report the error.
    return null;
  }
}
