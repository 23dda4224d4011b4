import { createPrivateKey, X509Certificate } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { createSecureContext } from "node:tls";
import { errorCode } from "@hoplog/platform/process/errorCode.js";
import { hostnameOf } from "@hoplog/schema/domains/hostname.js";
import type { CertificateSource, HostCertificate } from "./certificateSource.ts";

/** A certificate that is in use. */
export interface FileCertificate extends HostCertificate {
  /** Name of the certificate's files, without `.crt` and `.key`. */
  readonly name: string;
  readonly expiresAt: Date;
}

/** A problem with a pair of files. */
export interface FileProblem {
  readonly name: string;
  readonly problem: string;
}

export interface FileCertificates extends CertificateSource {
  all(): readonly FileCertificate[];
  /**
   * Problems of unusable pairs and of an unreadable folder; if a pair was usable before, its earlier certificate is
   * still used.
   */
  problems(): readonly FileProblem[];
  stop(): void;
}

const defaultCheckIntervalMs = 5000;

interface Pair {
  /** Signature of the files, which changes whenever a file is written. */
  readonly signature: string;
  readonly problem: FileProblem | null;
  /** The current certificate, or the last usable one. */
  readonly usable: FileCertificate | null;
}

/**
 * Loads the pairs `<name>.crt` and `<name>.key` of a folder, each for the alternative names in its certificate. Checks
 * the files every `checkIntervalMs`, because symbolic links and mounted volumes report no changes. An unusable pair
 * does not replace the earlier usable one.
 */
export function openCertificateFiles(folder: string, checkIntervalMs = defaultCheckIntervalMs): FileCertificates {
  let pairs: ReadonlyMap<string, Pair> = new Map();
  let isReadable = true;
  const listeners: (() => void)[] = [];

  function check(): void {
    const signatures = attempt(() => signaturesIn(folder));
    const present = signatures ? pairsOf(signatures) : pairs;
    const isSame = present.size === pairs.size && [...present].every(([name, pair]) => pairs.get(name) === pair);
    if (isSame && isReadable === (signatures !== null)) return;
    pairs = present;
    isReadable = signatures !== null;
    for (const listener of listeners) listener();
  }

  function pairsOf(signatures: ReadonlyMap<string, string>): ReadonlyMap<string, Pair> {
    const present = new Map<string, Pair>();
    for (const [name, signature] of signatures) {
      const former = pairs.get(name);
      present.set(name, former?.signature === signature ? former : readAgain(name, signature, former));
    }
    return present;
  }

  function readAgain(name: string, signature: string, former: Pair | undefined): Pair {
    const read = readPair(folder, name);
    if ("problem" in read) return { signature, problem: read, usable: former?.usable ?? null };
    return { signature, problem: null, usable: read };
  }

  check();
  const checking = setInterval(check, checkIntervalMs);
  checking.unref();
  return {
    // If several certificates match one host, the one that expires last is first.
    all: () =>
      [...pairs.values()]
        .flatMap(({ usable }) => usable ?? [])
        .toSorted((one, other) => other.expiresAt.getTime() - one.expiresAt.getTime()),
    problems: () => [
      ...(isReadable ? [] : [{ name: folder, problem: "the folder can't be read" }]),
      ...[...pairs.values()].flatMap(({ problem }) => problem ?? []),
    ],
    onChange: (listener) => void listeners.push(listener),
    stop: () => clearInterval(checking),
  };
}

/** Returns the signature of each pair by name. */
function signaturesIn(folder: string): ReadonlyMap<string, string> {
  const signatures = new Map<string, string>();
  for (const file of readdirSync(folder).toSorted()) {
    if (!file.endsWith(".crt") && !file.endsWith(".key")) continue;
    const name = file.slice(0, -".crt".length);
    signatures.set(name, `${signatures.get(name) ?? ""}${signatureOf(path.join(folder, file))}\n`);
  }
  return signatures;
}

function signatureOf(file: string): string {
  const stats = attempt(() => statSync(file, { bigint: true }));
  return stats ? `${path.extname(file)}/${stats.ino}/${stats.size}/${stats.mtimeNs}` : path.extname(file);
}

function readPair(folder: string, name: string): FileCertificate | FileProblem {
  try {
    const chain = readFileSync(path.join(folder, `${name}.crt`), "utf8");
    const key = readFileSync(path.join(folder, `${name}.key`), "utf8");
    return pairOf(name, chain, key);
  } catch (error) {
    const file = error instanceof Error && "path" in error ? path.basename(String(error.path)) : name;
    return { name, problem: `${file} can't be read (${errorCode(error) ?? "unknown"})` };
  }
}

function pairOf(name: string, chain: string, key: string): FileCertificate | FileProblem {
  const certificate = attempt(() => new X509Certificate(chain));
  if (!certificate) return { name, problem: `${name}.crt contains no valid certificate` };
  const privateKey = attempt(() => createPrivateKey(key));
  if (!privateKey) return { name, problem: `${name}.key contains no valid private key without a password` };
  if (!certificate.checkPrivateKey(privateKey)) return { name, problem: "the key does not belong to the certificate" };
  if (!attempt(() => createSecureContext({ cert: chain, key })))
    return { name, problem: "TLS can't use this pair of certificate and key" };
  const hosts = hostsOf(certificate.subjectAltName ?? "");
  if (hosts.length === 0) return { name, problem: `${name}.crt names no host (subject alternative names)` };
  return { name, hosts, chain, key, expiresAt: new Date(certificate.validTo) };
}

/**
 * Returns the hosts and wildcards among a certificate's alternative names, such as `DNS:a.example, IP
 * Address:192.0.2.1`.
 */
function hostsOf(alternativeNames: string): string[] {
  return alternativeNames.split(", ").flatMap((entry) => {
    const [, wildcard = "", name = ""] = /^DNS:(\*\.)?(.+)$/.exec(entry) ?? [];
    const host = hostnameOf(name);
    return host === null ? [] : [wildcard + host];
  });
}

function attempt<T>(make: () => T): T | null {
  try {
    return make();
  } catch {
    return null;
  }
}
