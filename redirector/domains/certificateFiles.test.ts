import { renameSync, symlinkSync } from "node:fs";
import path from "node:path";
import { makeHostCertificate } from "@hoplog/platform/testing/certificates.js";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { type CertificateFolder, createCertificateFolder } from "@hoplog/platform/testing/certificateFolder.js";
import { openCertificateFiles } from "./certificateFiles.ts";
import { createCertificateIndex } from "./certificateIndex.ts";

let certificates: CertificateFolder;
let folder: string;
beforeEach(() => {
  certificates = createCertificateFolder();
  ({ folder } = certificates);
  onTestFinished(certificates.remove);
});

function open() {
  const files = openCertificateFiles(folder, 10);
  onTestFinished(files.stop);
  const index = createCertificateIndex([files]);
  return { files, chainOf: (host: string) => index.find(host)?.chain ?? null };
}

it("finds the certificate of a host, and a wildcard's for one label in its place", async () => {
  const own = await certificates.writePair("own", ["go.example", "xn--mller-kva.example"]);
  const wild = await certificates.writePair("wild", ["*.Brand.example"]);
  const { chainOf, files } = open();
  expect(["go.example", "xn--mller-kva.example", "a.brand.example"].map(chainOf)).toEqual([own, own, wild]);
  expect(["brand.example", "a.b.brand.example", "example", "", ".", "*", "go.example."].map(chainOf)).toEqual(
    Array(7).fill(null),
  );
  expect(files.problems()).toEqual([]);
});

it("prefers a host's own certificate to a wildcard's, and of two the one that lasts longer", async () => {
  await certificates.writePair("a", ["go.example"], 1);
  const longer = await certificates.writePair("b", ["go.example"], 48);
  const wild = await certificates.writePair("c", ["*.example"], 72);
  const { chainOf } = open();
  expect(["go.example", "www.example"].map(chainOf)).toEqual([longer, wild]);
});

it("names each pair that can't be used, and uses the others", async () => {
  const good = await certificates.writePair("good", ["go.example"]);
  await certificates.writePair("nameless", []);
  certificates.write("alone.crt", good);
  certificates.write("text.crt", "no certificate");
  certificates.write("text.key", "no key");
  certificates.write("locked.crt", good);
  certificates.write(
    "locked.key",
    "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n",
  );
  const other = await makeHostCertificate(["go.example"]);
  certificates.write("mixed.crt", good);
  certificates.write("mixed.key", other.key);
  symlinkSync("nowhere", path.join(folder, "gone.key"));
  certificates.write("README", "not read");
  const { chainOf, files } = open();
  expect(chainOf("go.example")).toBe(good);
  expect(Object.fromEntries(files.problems().map(({ name, problem }) => [name, problem]))).toEqual({
    alone: "alone.key can't be read (ENOENT)",
    gone: "gone.crt can't be read (ENOENT)",
    locked: "locked.key contains no valid private key without a password",
    mixed: "the key does not belong to the certificate",
    nameless: "nameless.crt names no host (subject alternative names)",
    text: "text.crt contains no valid certificate",
  });
});

it("reads files anew when they change, and keeps a certificate while its pair can't be used", async () => {
  const first = await certificates.writePair("go", ["go.example"]);
  const { chainOf, files } = open();
  const renewed = await makeHostCertificate(["go.example", "new.example"]);
  certificates.write("go.crt", renewed.cert);
  await expect.poll(() => files.problems()).toHaveLength(1);
  expect(chainOf("go.example")).toBe(first);
  certificates.write("go.key", renewed.key);
  await expect.poll(() => chainOf("go.example")).toBe(renewed.cert);
  expect(chainOf("new.example")).toBe(renewed.cert);
  expect(files.problems()).toEqual([]);
  renameSync(folder, `${folder}-away`);
  await expect.poll(() => files.problems()).toEqual([{ name: folder, problem: "the folder can't be read" }]);
  expect(chainOf("go.example")).toBe(renewed.cert);
  renameSync(`${folder}-away`, folder);
  await expect.poll(() => files.problems()).toEqual([]);
  for (const file of ["go.crt", "go.key"]) certificates.removeFile(file);
  await expect.poll(() => chainOf("go.example")).toBe(null);
});
