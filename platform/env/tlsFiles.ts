import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { z } from "zod";
import { EnvError } from "./parseEnv.ts";

/** What TLS needs beyond what the machine has, as PEM text. */
export const tlsFiles = z.object({
  /** The authorities that may have signed the server's certificate, in place of the machine's. */
  ca: z.string().optional(),
  /** Our own certificate, for servers that want one. */
  cert: z.string().optional(),
  key: z.string().optional(),
});
export type TlsFiles = z.output<typeof tlsFiles>;

/** The path of a PEM file; gives its text. */
export const pemFile = z.string().transform((path, context) => {
  const problem = (message: string): never => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  try {
    const text = readFileSync(path, "utf8");
    return text.includes("-----BEGIN ") ? text : problem("expected a file in the PEM format");
  } catch (error) {
    const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";
    return problem(`can't read the file (${code})`);
  }
});

/**
 * The files together, of the variables that begin with `prefix`; undefined where none is set. Throws EnvError for those
 * that no connection could use.
 */
export function tlsOf(prefix: string, { ca, cert, key }: TlsFiles): TlsFiles | undefined {
  if (ca === undefined && cert === undefined && key === undefined) return undefined;
  const refuse = (name: string, problem: string): never => {
    throw new EnvError([{ variable: `${prefix}_${name}`, problem }]);
  };
  if (cert === undefined && key !== undefined) return refuse("CERT", "must be set beside the key");
  if (key === undefined && cert !== undefined) return refuse("KEY", "must be set beside the certificate");
  if (!isCertificate(ca)) return refuse("CA", "holds no certificate that can be read");
  if (!isCertificate(cert)) return refuse("CERT", "holds no certificate that can be read");
  if (!can(() => createSecureContext({ key })))
    return refuse("KEY", "holds no key that can be read without a password");
  if (!can(() => createSecureContext({ cert, key }))) return refuse("KEY", "does not belong to the certificate");
  return { ca, cert, key };
}

/** Of several in a file, the first. */
function isCertificate(text: string | undefined): boolean {
  return text === undefined || can(() => new X509Certificate(text));
}

function can(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
