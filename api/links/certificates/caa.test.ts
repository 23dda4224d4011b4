import { expect, it } from "vitest";
import type { CaaRecord } from "../domains/dns/lookup.ts";
import { requireCaa } from "./caa.ts";

const account = "https://ca.example/acct/1";
const requester = { identities: ["ca.example", "ca.test"], account };
const record = (tag: string, value: string, isCritical = false): CaaRecord => ({ tag, value, isCritical });
const issue = (value: string) => record("issue", value);

function ask(zones: Readonly<Record<string, readonly CaaRecord[] | null>>, identities = requester.identities) {
  const caa = async (name: string) => (name in zones ? (zones[name] ?? null) : []);
  return requireCaa({ caa }, "go.brand.example", { ...requester, identities });
}

it.each<[string, readonly CaaRecord[]]>([
  ["nothing", []],
  ["the CA", [issue("ca.example")]],
  ["the CA by its other name", [issue("other.example"), issue(" CA.test ")]],
  ["the account", [issue(`ca.example; accounturi=${account}; validationmethods=dns-01,http-01`)]],
  ["others for wildcards only", [record("issuewild", ";")]],
  ["whoever reads it, with a critical tag that is known", [record("iodef", "mailto:a@brand.example", true)]],
])("records that name %s allow it", async (_, records) => {
  await expect(ask({ "brand.example": records })).resolves.toBeUndefined();
});

it.each<[string, readonly CaaRecord[], RegExp]>([
  [
    "others",
    [issue("other.example"), issue("another.example")],
    /allow only other\.example, another\.example to issue/,
  ],
  ["nobody", [issue(";")], /forbid all certificate authorities/],
  ["another account", [issue("ca.example; accounturi=https://ca.example/acct/2")], /another account/],
  [
    "another method",
    [issue("ca.example; validationmethods=dns-01")],
    /another account or validation method; this service uses http-01/,
  ],
  ["a critical tag that nobody knows", [record("tbs", "unknown", true)], /critical tag tbs/],
])("records that name %s forbid it, with the record to add", async (_, records, text) => {
  const asked = ask({ "brand.example": records });
  await expect(asked).rejects.toMatchObject({ kind: "caa", message: expect.stringMatching(text) });
  await expect(asked).rejects.toThrow('Add the record: brand.example CAA 0 issue "ca.example"');
});

it("the closest name with records decides", async () => {
  await ask({ "go.brand.example": [issue("ca.example")], "brand.example": [issue(";")] });
  await expect(ask({ "go.brand.example": [issue(";")], "brand.example": [issue("ca.example")] })).rejects.toThrow(
    'go.brand.example CAA 0 issue "ca.example"',
  );
});

it("without an answer of DNS nothing is asked for; a CA without published names decides alone", async () => {
  await expect(ask({ "brand.example": null })).rejects.toMatchObject({ kind: "dns" });
  await ask({ "brand.example": [issue(";")] }, []);
});
