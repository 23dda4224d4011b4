import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generate } from "selfsigned";

/** Paths of a certificate and its key, in PEM files. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
  /** Path of a file with both, which Kafka requires. */
  readonly both: string;
}

/** Certificates for testing TLS, from two independent authorities. */
export interface TestCertificates {
  /** The path of the authority's certificate. */
  readonly ca: string;
  /** Certificate for the given addresses (127.0.0.1 by default), without names. */
  readonly server: CertificateFiles;
  readonly expiredServer: CertificateFiles;
  /** Certificate for localhost, without addresses: the Postgres driver can only verify names. */
  readonly namedServer: CertificateFiles;
  /** Client certificate of the user "hoplog". */
  readonly client: CertificateFiles;
  readonly otherCa: string;
  readonly strangersClient: CertificateFiles;
}

interface Authority {
  readonly key: string;
  readonly cert: string;
}

const hour = 3_600_000;

/** Creates the certificates in a separate folder. */
export async function makeCertificates(
  folder: string,
  now = Date.now(),
  serverAddresses: readonly string[] = ["127.0.0.1"],
): Promise<TestCertificates> {
  await mkdir(folder, { recursive: true });
  const write = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text, { mode: 0o600 });
    return path;
  };
  const files = async (name: string, { cert, key }: Authority): Promise<CertificateFiles> => ({
    cert: await write(`${name}.crt`, cert),
    key: await write(`${name}.key`, key),
    both: await write(`${name}.pem`, key + cert),
  });
  const valid = { notBeforeDate: new Date(now - hour), notAfterDate: new Date(now + 24 * hour) };
  const expired = { notBeforeDate: new Date(now - 2 * hour), notAfterDate: new Date(now - hour) };
  const [ca, otherCa] = await Promise.all([authority("ours", valid), authority("another", valid)]);
  const serverNames = serverAddresses.map((ip) => ({ type: 7 as const, ip }));
  const [server, expiredServer, namedServer, client, strangersClient] = await Promise.all([
    leaf("127.0.0.1", serverNames, valid, ca),
    signed(ca, "127.0.0.1", expired),
    signed(ca, "localhost", valid),
    signed(ca, "hoplog", valid),
    signed(otherCa, "hoplog", valid),
  ]);
  return {
    ca: await write("ca.crt", ca.cert),
    server: await files("server", server),
    expiredServer: await files("expired", expiredServer),
    namedServer: await files("named", namedServer),
    client: await files("client", client),
    otherCa: await write("other-ca.crt", otherCa.cert),
    strangersClient: await files("strangers-client", strangersClient),
  };
}

interface Validity {
  readonly notBeforeDate: Date;
  readonly notAfterDate: Date;
}

async function authority(name: string, validity: Validity): Promise<Authority> {
  const made = await generate([{ name: "commonName", value: `hoplog tests ${name}` }], {
    ...validity,
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { key: made.private, cert: made.cert };
}

async function signed(by: Authority, name: string, validity: Validity): Promise<Authority> {
  return leaf(name, [name === "127.0.0.1" ? { type: 7, ip: name } : { type: 2, value: name }], validity, by);
}

/** Returns a self-signed certificate for these hosts and its key, as PEM. */
export async function makeHostCertificate(
  hosts: readonly string[],
  { notBeforeDate = new Date(Date.now() - hour), notAfterDate = new Date(Date.now() + 24 * hour) } = {},
): Promise<{ readonly cert: string; readonly key: string }> {
  const names = hosts.map((value) => ({ type: 2 as const, value }));
  return leaf("hoplog tests", names, { notBeforeDate, notAfterDate });
}

type AlternativeName = { readonly type: 2; readonly value: string } | { readonly type: 7; readonly ip: string };

async function leaf(
  name: string,
  names: readonly AlternativeName[],
  validity: Validity,
  by?: Authority,
): Promise<Authority> {
  const made = await generate([{ name: "commonName", value: name }], {
    ...validity,
    keyType: "ec",
    algorithm: "sha256",
    ...(by && { ca: by }),
    extensions: [
      { name: "basicConstraints", cA: false },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true, clientAuth: true },
      ...(names.length > 0 ? [{ name: "subjectAltName" as const, altNames: [...names] }] : []),
    ],
  });
  return { key: made.private, cert: made.cert };
}
