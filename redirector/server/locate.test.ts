import { createLogger } from "@hoplog/platform/logging/logger.js";
import { encodePlan } from "@hoplog/schema/links/options/plan.js";
import { linkKey, parseLinkKey } from "@hoplog/schema/topics/links/key.js";
import { encodeLinkRecord } from "@hoplog/schema/topics/links/record.js";
import { describe, expect, it } from "vitest";
import { defaultSite, siteOf } from "../domains/site.ts";
import { createPlans } from "../plans/plans.ts";
import { decodeEntry } from "../replica/linkEntry.ts";
import { noCaps } from "../testing/noCaps.ts";
import { link } from "../testing/testRedirector.ts";
import { createLocate } from "./locate.ts";

const appending = { state: "planned", plan: encodePlan({ appendPath: true }) ?? new Uint8Array() } as const;
/** Entries of the replica, by the keys of `links.v2`. */
const known = new Map(
  ["docs", "7/docs", "7/a", "7/a.", "7/2026", "7/2026/plan"].map((key) => {
    const { domain = 0 } = parseLinkKey(key) ?? {};
    return [key, decodeEntry(encodeLinkRecord({ ...link, domain, ...(key === "7/2026" && appending) }))];
  }),
);
const sites = { default: defaultSite("https://app.example"), own: siteOf({ number: 7, ignoresCase: false }) };

function open() {
  const asked: string[] = [];
  const plans = createPlans({ caps: noCaps, logger: createLogger("test", "silent"), now: Date.now, random: () => 0 });
  const locate = createLocate({
    find: (address) => known.get(linkKey(address)),
    lookUp: (address) => {
      asked.push(linkKey(address));
      return Promise.resolve(null);
    },
    plans,
  });
  return { asked, locate };
}

describe("locate", () => {
  it.each([
    ["default", "/docs.", "docs"],
    ["default", "//docs%20", "docs"],
    ["own", "/docs.", "docs"],
    ["own", "/a.", "a."],
    ["own", "/a.)", "a."],
    ["own", "/a!", "a"],
    ["own", "/2026/plan.", "2026/plan"],
    ["own", "/2026/other.", "2026"],
  ] as const)("in the %s domain finds for %s the link %s, and asks nobody", (site, path, code) => {
    const { asked, locate } = open();
    expect(locate({ path, site: sites[site] })).toMatchObject({
      asked: { code },
      entry: { state: expect.any(String) },
    });
    expect(asked).toEqual([]);
  });

  it.each([
    ["default", "/nothing.", "nothing", ["nothing"]],
    ["own", "/nothing.", "nothing.", ["7/nothing.", "7/nothing"]],
    ["own", "/docs/x!.", "docs/x!.", ["7/docs/x!.", "7/docs/x", "7/docs"]],
  ] as const)("in the %s domain finds nothing for %s", async (site, path, code, keys) => {
    const { asked, locate } = open();
    expect(await locate({ path, site: sites[site] })).toMatchObject({ asked: { code }, entry: null });
    expect(asked).toEqual(keys);
  });
});
