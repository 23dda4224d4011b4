import { isIP } from "node:net";
import { EnvError } from "./parseEnv.ts";
import { pemFile, tlsOf } from "./tlsFiles.ts";

/** TLS modes of the driver. Unlike libpq it lacks "allow", and "prefer" and "require" verify like "verify-full". */
const sslModes = ["disable", "prefer", "require", "verify-ca", "verify-full", "no-verify"];

/** Modes in which the driver verifies the host name in the certificate, unless it is set to behave like libpq. */
const modesWithHost = new Set(["prefer", "require", "verify-ca", "verify-full"]);

/** Returns the problem of the TLS parameters in a Postgres URL, or null. The driver itself applies them. */
export function postgresTlsProblem({ hostname, searchParams: parameters }: URL): string | null {
  const mode = parameters.get("sslmode");
  if (mode !== null && !sslModes.includes(mode)) return `sslmode: expected one of ${sslModes.join(", ")}`;
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  if (mode !== null && isAddress && modesWithHost.has(mode) && parameters.get("uselibpqcompat") !== "true") {
    return `sslmode=${mode} requires a host name, because an IP address can't be verified`;
  }
  const texts = new Map<string, string>();
  for (const name of ["sslrootcert", "sslcert", "sslkey"]) {
    const path = parameters.get(name);
    if (path === null) continue;
    const read = pemFile.safeParse(path);
    if (!read.success) return `${name}: ${read.error.issues[0]?.message}`;
    texts.set(name, read.data);
  }
  if (texts.size > 0 && mode === null)
    return "sslmode must be set together with the TLS files, such as sslmode=verify-full";
  try {
    tlsOf("", { ca: texts.get("sslrootcert"), cert: texts.get("sslcert"), key: texts.get("sslkey") });
    return null;
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    const [{ variable, problem } = { variable: "", problem: error.message }] = error.problems;
    return `${{ _CA: "sslrootcert", _CERT: "sslcert", _KEY: "sslkey" }[variable] ?? "TLS"} ${problem}`;
  }
}
