import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { Sealer } from "@hoplog/platform/sealing/sealer.js";
import {
  certificatePrefix,
  certificatesKey,
  decodeCertificate,
  pemPairSchema,
} from "@hoplog/schema/topics/links/certificates.js";
import type { CertificateSource, HostCertificate } from "./certificateSource.ts";

/** Access to a replica's certificate records. */
export interface CertificateRecords {
  /** Returns a record, which is valid until the next call. */
  read(key: string): Uint8Array | undefined;
  refresh(): void;
  /** Returns copies of all entries whose keys begin with `prefix`. */
  entriesUnder(prefix: string): readonly { readonly key: string; readonly value: Buffer }[];
}

export interface HostCertificateSettings {
  readonly replica: CertificateRecords;
  /** Decrypts certificates with CERTIFICATE_KEY. */
  readonly sealer: Pick<Sealer, "open">;
  readonly logger: Logger;
  readonly now: () => number;
}

/** A decrypted certificate; `notAfter` is in milliseconds since the epoch. */
export interface OpenedCertificate extends HostCertificate {
  readonly notAfter: number;
}

/** Certificates that the api has obtained, from the replica. */
export interface HostCertificates extends CertificateSource {
  /** Finds a host's certificate; null if the host has none or the certificate has expired. `host` is in DNS form. */
  find(host: string): OpenedCertificate | null;
  /** Checks for changed certificates; runs automatically every second. */
  look(): void;
  stop(): void;
}

const pollIntervalMs = 1000;

interface Known {
  readonly record: Buffer;
  readonly opened: OpenedCertificate | null;
}

/**
 * Decrypts each certificate of the replica once, and again when its record changes. Logs and omits those that can't be
 * decrypted.
 */
export function openHostCertificates({ replica, sealer, logger, now }: HostCertificateSettings): HostCertificates {
  let known: ReadonlyMap<string, Known> = new Map();
  let change: Buffer | null = null;
  const listeners: (() => void)[] = [];

  function look(): void {
    replica.refresh();
    const found = Buffer.from(replica.read(certificatesKey) ?? []);
    if (change?.equals(found)) return;
    change = found;
    readAll();
    for (const listener of listeners) listener();
  }

  function readAll(): void {
    const next = new Map<string, Known>();
    for (const { key, value } of replica.entriesUnder(certificatePrefix)) {
      const host = key.slice(certificatePrefix.length);
      const before = known.get(host);
      next.set(host, before?.record.equals(value) ? before : { record: value, opened: open(host, value) });
    }
    known = next;
    const closed = [...known].flatMap(([host, { opened }]) => (opened ? [] : [host]));
    if (closed.length === 0) return;
    logger.error(
      { count: closed.length, hosts: closed.slice(0, 10) },
      "cannot decrypt certificates: set the same CERTIFICATE_KEY for redirectors and the api",
    );
  }

  function open(host: string, value: Buffer): OpenedCertificate | null {
    try {
      const { notAfter, sealed } = decodeCertificate(value);
      const text = sealer.open(host, Buffer.from(sealed, "base64"));
      if (text === null) return null;
      return { ...pemPairSchema.parse(JSON.parse(text)), hosts: [host], notAfter: Date.parse(notAfter) };
    } catch {
      return null;
    }
  }

  function find(host: string): OpenedCertificate | null {
    const opened = known.get(host)?.opened ?? null;
    return opened && opened.notAfter > now() ? opened : null;
  }

  look();
  const timer = setInterval(look, pollIntervalMs);
  timer.unref();
  return {
    find,
    all: () =>
      [...known.keys()].flatMap((host) => {
        const opened = find(host);
        return opened ? [opened] : [];
      }),
    onChange: (listener) => void listeners.push(listener),
    look,
    stop: () => clearInterval(timer),
  };
}
