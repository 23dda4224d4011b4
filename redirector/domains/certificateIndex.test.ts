import { makeHostCertificate } from "@hoplog/platform/testing/certificates.js";
import { expect, it } from "vitest";
import type { CertificateSource, HostCertificate } from "./certificateSource.ts";
import { createCertificateIndex } from "./certificateIndex.ts";

function sourceOf(initial: readonly HostCertificate[]) {
  let certificates = initial;
  const listeners: (() => void)[] = [];
  const source: CertificateSource = { all: () => certificates, onChange: (listener) => void listeners.push(listener) };
  return {
    source,
    change(changed: readonly HostCertificate[]): void {
      certificates = changed;
      for (const listener of listeners) listener();
    },
  };
}

const certificateOf = async (...hosts: string[]): Promise<HostCertificate> => {
  const { cert, key } = await makeHostCertificate(hosts);
  return { hosts, chain: cert, key };
};

it("asks its sources in their order, and has changed when it reports a change", async () => {
  const [first, second, third] = [
    await certificateOf("go.example"),
    await certificateOf("go.example", "other.example"),
    await certificateOf("new.example"),
  ];
  const files = sourceOf([first]);
  const issued = sourceOf([second]);
  const index = createCertificateIndex([files.source, issued.source]);
  const chainOf = (host: string): string | undefined => index.find(host)?.chain;
  expect([chainOf("go.example"), chainOf("other.example")]).toEqual([first.chain, second.chain]);
  const seen: (string | undefined)[] = [];
  index.onChange(() => seen.push(chainOf("go.example"), chainOf("new.example")));
  files.change([]);
  issued.change([second, third]);
  expect(seen).toEqual([second.chain, undefined, second.chain, third.chain]);
});

it("makes one context for a certificate, whatever changes, and none for one that TLS can't use", async () => {
  const good = await certificateOf("go.example");
  const bad = { hosts: ["bad.example"], chain: good.chain, key: "no key" };
  const { source, change } = sourceOf([good]);
  const index = createCertificateIndex([source]);
  const context = index.find("go.example")?.context();
  expect(context).toBeTruthy();
  change([bad, good]);
  expect(index.find("go.example")?.context()).toBe(context);
  expect(index.find("bad.example")?.context()).toBeNull();
});
