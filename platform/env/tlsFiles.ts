import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { z } from "zod";
import { EnvError } from "./parseEnv.ts";

/** Certificates and key of a TLS connection, as PEM text. */
export const tlsFiles = z.object({
  /** Trusted authorities for the server's certificate, which replace the machine's; the machine's apply if omitted. */
  ca: z.string().optional(),
  /** Our client certificate, for servers that require one. */
  cert: z.string().optional(),
  key: z.string().optional(),
});
export type TlsFiles = z.output<typeof tlsFiles>;

/** Schema of a path of a PEM file, which is replaced by the file's text. */
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
 * Combines the files from the variables that begin with `prefix`; undefined if none is set. Throws EnvError if no
 * connection could use them.
 */
export function tlsOf(prefix: string, { ca, cert, key }: TlsFiles): TlsFiles | undefined {
  if (ca === undefined && cert === undefined && key === undefined) return undefined;
  const refuse = (name: string, problem: string): never => {
    throw new EnvError([{ variable: `${prefix}_${name}`, problem }]);
  };
  if (cert === undefined && key !== undefined) return refuse("CERT", "must be set together with the key");
  if (key === undefined && cert !== undefined) return refuse("KEY", "must be set together with the certificate");
  if (!isCertificate(ca)) return refuse("CA", "contains no valid certificate");
  if (!isCertificate(cert)) return refuse("CERT", "contains no valid certificate");
  if (!can(() => createSecureContext({ key })))
    return refuse("KEY", "contains no valid private key without a password");
  if (!can(() => createSecureContext({ cert, key }))) return refuse("KEY", "does not belong to the certificate");
  return { ca, cert, key };
}

/** Returns whether the first certificate of a file is valid, ignoring further ones; true if no file is set. */
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
