import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { makeHostCertificate } from "./certificates.ts";

/** A folder for TLS_CERTIFICATES. */
export interface CertificateFolder {
  readonly folder: string;
  write(file: string, text: string): void;
  /** Writes a new certificate for the given hosts; resolves with the certificate as PEM. */
  writePair(name: string, hosts: readonly string[], lastsHours?: number): Promise<string>;
  removeFile(file: string): void;
  remove(): void;
}

export function createCertificateFolder(): CertificateFolder {
  const folder = mkdtempSync(path.join(tmpdir(), "hoplog-certificates-"));
  const write = (file: string, text: string): void => writeFileSync(path.join(folder, file), text);
  return {
    folder,
    write,
    async writePair(name, hosts, lastsHours = 24) {
      const notAfterDate = new Date(Date.now() + lastsHours * 3_600_000);
      const { cert, key } = await makeHostCertificate(hosts, { notAfterDate });
      write(`${name}.crt`, cert);
      write(`${name}.key`, key);
      return cert;
    },
    removeFile: (file) => rmSync(path.join(folder, file)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
