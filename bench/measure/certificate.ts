import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makeHostCertificate } from "@hoplog/platform/testing/certificates.js";

/** Paths of a certificate with its chain, and of its key. */
export interface CertificateFile {
  readonly chain: string;
  readonly key: string;
}

/** Creates a certificate for `localhost`, with an ECDSA key, in a folder that the redirector can read. */
export async function makeCertificate(parent: string): Promise<CertificateFile & { readonly folder: string }> {
  const folder = path.join(parent, "certificates");
  mkdirSync(folder, { recursive: true });
  const made = await makeHostCertificate(["localhost"]);
  const chain = path.join(folder, "localhost.crt");
  const key = path.join(folder, "localhost.key");
  writeFileSync(chain, made.cert);
  writeFileSync(key, made.key, { mode: 0o600 });
  return { chain, key, folder };
}
