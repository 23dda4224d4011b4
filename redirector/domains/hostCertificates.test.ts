import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createSealer } from "@hoplog/platform/sealing/sealer.js";
import {
  certificateKey,
  certificatePurpose,
  certificatesKey,
  encodeCertificate,
  encodeCertificatesChange,
} from "@hoplog/schema/topics/links/certificates.js";
import { domainKey, encodeDomain } from "@hoplog/schema/topics/links/hosts.js";
import { expect, it, onTestFinished } from "vitest";
import { replicaFolder } from "../replica/folders.ts";
import { openReplicaReader } from "../replica/reader.ts";
import { openReplica } from "../replica/replica.ts";
import { openHostCertificates } from "./hostCertificates.ts";

const [secret, older] = ["the secret of an installation, long enough", "the secret that it had before, long enough"];
const sealerOf = (...secrets: string[]) => createSealer(secrets, certificatePurpose, randomBytes);
const later = "2027-02-01T00:00:00.000Z";

function record(host: string, chain: string, sealer = sealerOf(secret), notAfter = later) {
  const sealed = sealer.seal(host, JSON.stringify({ chain, key: `key of ${host}` })).toString("base64");
  return [certificateKey(host), encodeCertificate({ notAfter, sealed })] as const;
}

async function open() {
  const folder = mkdtempSync(path.join(tmpdir(), "hoplog-certificates-"));
  const replica = openReplica(replicaFolder(folder));
  const reader = openReplicaReader(folder);
  let time = Date.parse("2027-01-01T00:00:00.000Z");
  const lines: string[] = [];
  const logger = createLogger("test", "error", { write: (line: string) => void lines.push(line) });
  const certificates = openHostCertificates({
    replica: reader,
    sealer: sealerOf(secret, older),
    logger,
    now: () => time,
  });
  onTestFinished(async () => {
    certificates.stop();
    await reader.close();
    await replica.close();
    rmSync(folder, { recursive: true });
  });
  let changes = 0;
  certificates.onChange(() => changes++);
  return {
    certificates,
    lines,
    changes: () => changes,
    set time(at: string) {
      time = Date.parse(at);
    },
    async publish(at: number, ...records: (readonly [string, Buffer | null])[]) {
      const change = [certificatesKey, encodeCertificatesChange(new Date(at))] as const;
      const all = [...records, change].map(([key, value]) => ({ key, value, recordedAt: 0 }));
      await replica.apply(all, { log: "test", position: null, completeAt: 0 });
      certificates.look();
    },
  };
}

it("certificates are those of the replica, also sealed with an older key, until they are withdrawn", async () => {
  const test = await open();
  expect(test.certificates.all()).toEqual([]);
  const domain = encodeDomain({ number: 7, ignoresCase: false });
  await test.publish(1, record("a.example", "A"), record("b.example", "B", sealerOf(older)), [
    domainKey("c.example"),
    domain,
  ]);
  expect(test.certificates.all()).toMatchObject([
    { hosts: ["a.example"], chain: "A", key: "key of a.example" },
    { hosts: ["b.example"], chain: "B", key: "key of b.example" },
  ]);
  await test.publish(2, record("a.example", "renewed"), [certificateKey("b.example"), null]);
  expect(test.certificates.all().map(({ chain }) => chain)).toEqual(["renewed"]);
  expect([test.certificates.find("a.example")?.chain, test.certificates.find("b.example")]).toEqual(["renewed", null]);
  expect(test.changes()).toBe(2);
  test.certificates.look();
  expect([test.changes(), test.lines]).toEqual([2, []]);
});

it("what was sealed with another key, for another host, or can't be read, is left out and logged", async () => {
  const test = await open();
  const [, stolen] = record("a.example", "A");
  await test.publish(
    1,
    record("a.example", "A"),
    record("other.example", "O", sealerOf("a secret of nobody here, long enough")),
    [certificateKey("thief.example"), stolen],
    [certificateKey("later.example"), Buffer.from([9, 9])],
  );
  expect(test.certificates.all().map(({ hosts }) => hosts)).toEqual([["a.example"]]);
  expect(test.lines).toHaveLength(1);
  expect(test.lines[0]).toContain('"count":3');
  expect(test.lines[0]).toContain("CERTIFICATE_KEY");
});

it("a certificate that has expired is not served", async () => {
  const test = await open();
  await test.publish(1, record("a.example", "A"));
  test.time = later;
  expect([test.certificates.find("a.example"), test.certificates.all()]).toEqual([null, []]);
});
