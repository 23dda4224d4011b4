import { createPrivateKey, X509Certificate } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { createSecureContext } from "node:tls";
import { errorCode } from "@hoplog/platform/process/errorCode.js";
import { hostnameOf } from "@hoplog/schema/domains/hostname.js";
import type { CertificateSource, HostCertificate } from "./certificateSource.ts";

/** A certificate that is in use. */
export interface FileCertificate extends HostCertificate {
  /** Of its files, without `.crt` and `.key`. */
  readonly name: string;
  readonly expiresAt: Date;
}

/** What is wrong with a pair of files. */
export interface FileProblem {
  readonly name: string;
  readonly problem: string;
}

export interface FileCertificates extends CertificateSource {
  all(): readonly FileCertificate[];
  /** Pairs that can't be used as they are now; of one that could be used before, that certificate still counts. */
  problems(): readonly FileProblem[];
  stop(): void;
}

const defaultCheckIntervalMs = 5000;

/**
 * The pairs `<name>.crt` and `<name>.key` of a folder, each for the names that its certificate has as alternative names.
 * Looks at the files every `checkIntervalMs`, since links and mounted volumes report no changes. A pair that can't be used
 * does not take away the one that was there before.
 */
export function openCertificateFiles(folder: string, checkIntervalMs = defaultCheckIntervalMs): FileCertificates {
  let signature = "";
  let certificates: readonly FileCertificate[] = [];
  let problems: readonly FileProblem[] = [];
  const listeners: (() => void)[] = [];

  function check(): void {
    const present = signatureOf(folder);
    if (present === signature) return;
    signature = present;
    const pairs = attempt(() => readPairs(folder));
    problems = pairs?.filter((pair) => "problem" in pair) ?? [{ name: folder, problem: "the folder can't be read" }];
    certificates = pairs?.flatMap((pair) => ("problem" in pair ? formerOf(pair.name) : [pair])) ?? certificates;
    for (const listener of listeners) listener();
  }

  function formerOf(wanted: string): FileCertificate[] {
    return certificates.filter(({ name }) => name === wanted);
  }

  check();
  const checking = setInterval(check, checkIntervalMs);
  checking.unref();
  return {
    // Of several for one host, the one that lasts longest is found first.
    all: () => certificates.toSorted((one, other) => other.expiresAt.getTime() - one.expiresAt.getTime()),
    problems: () => problems,
    onChange: (listener) => void listeners.push(listener),
    stop: () => clearInterval(checking),
  };
}

/** Another one when a file has been added, taken away or written. */
function signatureOf(folder: string): string {
  try {
    return filesIn(folder)
      .map((file) => {
        const stats = statSync(path.join(folder, file), { throwIfNoEntry: false, bigint: true });
        return stats ? `${file}/${stats.ino}/${stats.size}/${stats.mtimeNs}` : file;
      })
      .join("\n");
  } catch (error) {
    return `unreadable: ${errorCode(error)}`;
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".crt") || file.endsWith(".key"))
    .toSorted();
}

function readPairs(folder: string): (FileCertificate | FileProblem)[] {
  const names = new Set(filesIn(folder).map((file) => file.slice(0, -".crt".length)));
  return [...names].map((name) => readPair(folder, name));
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
  if (!certificate) return { name, problem: `${name}.crt holds no certificate that can be read` };
  const privateKey = attempt(() => createPrivateKey(key));
  if (!privateKey) return { name, problem: `${name}.key holds no key that can be read without a password` };
  if (!certificate.checkPrivateKey(privateKey)) return { name, problem: "the key does not belong to the certificate" };
  if (!attempt(() => createSecureContext({ cert: chain, key }))) return { name, problem: "TLS can't use this pair" };
  const hosts = hostsOf(certificate.subjectAltName ?? "");
  if (hosts.length === 0) return { name, problem: `${name}.crt names no host (subject alternative names)` };
  return { name, hosts, chain, key, expiresAt: new Date(certificate.validTo) };
}

/** Of the DNS names of a certificate those that are hosts or wildcards; `DNS:a.example, IP Address:192.0.2.1`. */
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
