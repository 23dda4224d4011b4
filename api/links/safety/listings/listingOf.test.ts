import { expect, it } from "vitest";
import { permissionsOf } from "../../../kernel/access/permissions.ts";
import { createMatcher } from "../blocklist/matching.ts";
import { decideLink } from "../../core/decide.ts";
import type { Listing, LiveLink } from "../../core/link.ts";
import { noNumbers } from "../../core/options/numbering.ts";
import { listingOf } from "./listingOf.ts";

const [one, two] = ["https://one.example/", "https://two.example/"];
const blocked = createMatcher([{ entry: "two.example", reason: "Phishing" }]);
const threatOf = (url: string) => (url === one ? "Malware" : null);
const byBlocklist: Listing = { source: "blocklist", url: two, reason: "Phishing" };
const byChecker: Listing = { source: "checker", url: one, reason: "Malware" };

it.each<[string, Parameters<typeof listingOf>[0], Listing | null]>([
  ["the blocklist's word goes first", { urls: [one, two], listing: null }, byBlocklist],
  ["the checker's counts without it", { urls: [one], listing: byBlocklist }, byChecker],
  ["a listing that holds stays", { urls: [one, two], listing: byChecker }, byChecker],
  ["its reason is the one of now", { urls: [two], listing: { ...byBlocklist, reason: "Old" } }, byBlocklist],
  ["what nothing is against is free", { urls: ["https://three.example/"], listing: byChecker }, null],
])("%s", (_what, link, listing) => {
  expect(listingOf(link, blocked, threatOf)).toEqual(listing);
});

const by = { userId: null, workspaceId: null, role: "system", permissions: permissionsOf("system") } as const;
const at = "2026-11-23T12:00:00.000Z";
const linkId = "01900000-0000-7000-8000-000000000001";
const live: LiveLink = {
  status: "live",
  linkId,
  ownerId: linkId,
  name: "Docs",
  domain: 0,
  code: "docs",
  originalUrl: one,
  groupId: null,
  tagIds: [],
  note: null,
  externalId: null,
  isArchived: false,
  favouriteOf: [],
  isActive: true,
  banReason: null,
  listing: null,
  options: {},
  numbers: noNumbers,
};
const list = (listing: Listing, state: LiveLink) => decideLink({ type: "ListLink", linkId, by, at, listing }, state);

it("lists a link once, and for no URL that it has got rid of", () => {
  expect(list(byChecker, live)).toEqual([{ type: "LinkListed", version: 1, data: { linkId, ...byChecker, at } }]);
  expect(list(byChecker, { ...live, listing: byChecker })).toEqual([]);
  expect(list(byBlocklist, live)).toEqual([]);
  const unlist = { type: "UnlistLink", linkId, by, at } as const;
  expect(decideLink(unlist, live)).toEqual([]);
  expect(decideLink(unlist, { ...live, listing: byChecker })).toMatchObject([{ type: "LinkUnlisted" }]);
});

it("is the system's alone", () => {
  const owner = { userId: linkId, workspaceId: linkId, role: "owner", permissions: permissionsOf("owner") } as const;
  const operator = { ...by, role: "operator", permissions: permissionsOf("operator") } as const;
  for (const other of [owner, operator]) {
    const unlist = { type: "UnlistLink", linkId, by: other, at } as const;
    expect(() => decideLink(unlist, { ...live, listing: byChecker })).toThrow("not allowed");
  }
  expect(() => decideLink({ type: "BanLink", linkId, by, reason: "Spam", at }, live)).toThrow("not allowed");
});
