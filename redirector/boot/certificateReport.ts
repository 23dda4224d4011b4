import type { Logger } from "@hoplog/platform/logging/logger.js";
import { Gauge, type Registry } from "prom-client";
import { type FileCertificates, openCertificateFiles } from "../domains/certificateFiles.ts";

/** Reports the certificate files of the listeners to operators. */
export interface CertificateReport {
  /** Describes unusable or expired pairs and an unreadable folder; null if there are none. */
  problem(): string | null;
  register(registry: Registry): void;
  stop(): void;
}

const noFiles: FileCertificates = { all: () => [], problems: () => [], onChange: () => {}, stop: () => {} };

/**
 * Watches the certificate files of the listeners. The listeners don't log the files' problems, because each of them
 * would log the same. Without a folder, reports nothing.
 */
export function reportCertificates(folder: string | undefined, logger: Logger, now: () => number): CertificateReport {
  const files = folder === undefined ? noFiles : openCertificateFiles(folder);
  let logged = new Set<string>();

  function log(): void {
    const problems = files.problems();
    for (const entry of problems) {
      if (!logged.has(textOf(entry))) logger.error(entry, "a pair of certificate and key is not usable");
    }
    logged = new Set(problems.map(textOf));
    logger.info({ certificates: files.all().length }, "certificates were loaded");
  }

  if (folder !== undefined) log();
  files.onChange(log);
  const secondsLeft = (): number =>
    Math.min(...files.all().map(({ expiresAt }) => (expiresAt.getTime() - now()) / 1000));
  return {
    problem() {
      const expired = files.all().filter(({ expiresAt }) => expiresAt.getTime() <= now());
      const problems = [
        ...files.problems().map(textOf),
        ...expired.map(({ name, expiresAt }) => `${name}: expired on ${expiresAt.toISOString().slice(0, 10)}`),
      ];
      return problems.length === 0 ? null : problems.join("; ");
    },
    register(registry) {
      const pairs = new Gauge({
        name: "hoplog_redirector_certificate_files",
        help: "Pairs of certificate and key by whether they are usable",
        labelNames: ["usable"],
        registers: [],
        collect() {
          this.set({ usable: "yes" }, files.all().length);
          this.set({ usable: "no" }, files.problems().length);
        },
      });
      const left = new Gauge({
        name: "hoplog_redirector_certificate_files_left_seconds",
        help: "Seconds until the earliest certificate expiry",
        registers: [],
        collect() {
          this.set(secondsLeft());
        },
      });
      for (const metric of [pairs, left]) registry.registerMetric(metric);
    },
    stop: files.stop,
  };
}

function textOf({ name, problem }: { readonly name: string; readonly problem: string }): string {
  return `${name}: ${problem}`;
}
