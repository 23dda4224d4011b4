import { z } from "zod";
import type { Names } from "./compare.ts";

// Names that several pairs share.

const utmAllowed = z.array(z.object({ field: z.string(), values: z.array(z.string()) }));

export const linkNames: Names = {
  noOfClicks: "clicks",
  groupId: "group",
  domain: "domain.name",
  domainState: "domain.state",
  tags: "tags.name",
};
export const groupNames: Names = {
  totalClicks: "clicks",
  recentUrls: "recentLinks",
  "recentUrls.domain": "domain.name",
  noOfClicks: "clicks",
};
export const keyNames: Names = {
  "groupId._id": "groupId",
  "groupId.name": "groupName",
  codeExpiresAt: "above.expiresAt",
};
export const codeNames: Names = { "link.code": "shortUrl", "nearest.code": "shortUrl" };
export const outletNames: Names = {
  "createdBy.user": "userName",
  "createdBy.credential": "credentialKind",
  "createdBy.credentialId": "credentialId",
  "createdBy.key": "keyName",
  widenedBy: "widenedAt",
  "widenedBy.user": "widenedUserName",
  "widenedBy.credential": "widenedCredentialKind",
  "widenedBy.credentialId": "widenedCredentialId",
  "widenedBy.key": "widenedKeyName",
  "widenedBy.at": "widenedAt",
};
export const valueNames: Names = {
  "clicksByDate._id": "date",
  "topCountries._id": "name",
  "topBrowsers._id": "value",
  "topOperatingSystems._id": "value",
  "topDevices._id": "value",
  "topSources._id": "value",
  "topReferrers._id": "value",
  "topIsps._id": "value",
  "clicksByCountry._id": "code",
  country: "name",
  count: "clicks",
  uniqueIPs: "uniqueVisitors",
};
export const utmNames: Names = {
  allowed: ({ allowed }) => Object.fromEntries(utmAllowed.parse(allowed).map(({ field, values }) => [field, values])),
};
/** Names of a job that only changes `isActive`. */
export const switchNames: Names = {
  change: ({ fields, isActive }) => (Array.isArray(fields) && fields.join() === "isActive" ? { isActive } : undefined),
};
/** Reasons why fields of a job that changes other fields differ. */
export const jobExcept = { change: "GraphQL lists the changed fields without their values" };
const maybeBegun = "the job may have begun before its answer";
export const startedJobExcept = {
  ...jobExcept,
  ...Object.fromEntries(
    ["state", "done", "unchanged", "failed", "endedAt", "canUndo"].map((name) => [name, maybeBegun]),
  ),
};
