import { password } from "../testApi.ts";
import { alter, creation, edit, type Input } from "./alter.ts";
import { freshAddress } from "./mailedTokens.ts";
import type { Both, Pair } from "./pair.ts";
import type { Person } from "./world.ts";

const targets = { unknownUrl: "https://more.example/unknown", expiredUrl: "https://more.example/expired" };
const sale = { type: "sale", name: "More", eventId: "more", amount: 4900, currency: "EUR" };
const [moment, tz, email] = ["2090-01-01T12:00:00.000Z", "Asia/Kathmandu", "more@another.example"];
const share = { name: "More", target: "workspace", figures: ["clicks", "chart"], dimensions: ["country", "device"] };
const shown = { timeZone: tz, from: "2026-01-01T00:00:00.000Z", expiresAt: moment, password: "the page's own" };
const drop = { kind: "drop", per: "day", sensitivity: "low", minimum: 40, emails: [email], tz };
const quiet = { quietFrom: "22:00", quietTo: "06:00", isOn: false };
const place = { name: "More", endpoint: "https://10.0.0.3", bucket: "clicks", accessKeyId: "A", secret: "B" };
const files = { region: "eu-central-1", prefix: "more", pathStyle: false, cadence: "hourly" };
const webhook = { url: "https://more.invalid/", name: "More", events: ["link.created", "link.clicks"], ordered: true };
const newWebhook = { url: "https://more.invalid/a", name: "More of it", events: ["link.deleted"], ordered: true };
const key = { name: "More", scopes: ["links:read", "stats:read"], expiresAt: moment, tag: "More" };
const botRules = {
  verdicts: [{ field: "referrer", value: "more.example", verdict: "person" }],
  addresses: ["192.0.2.9"],
  parameter: { name: "visit", value: "it-is-us" },
};

function profileOf({ name, contactNumber }: Person, others: Input): Both {
  const profile = { name, contactNumber, ...others };
  return { rest: { body: profile }, graphql: profile };
}

/** Creations and edits of all other resources with all their options. */
export const optionPairs: readonly Pair[] = [
  creation("POST /api/tags", () => ({ name: "Coloured", colour: "green" })),
  edit("PATCH /api/tags/:id", ({ tag }) => tag, { colour: "red" }),
  edit("PATCH /api/domains/:id", ({ domain }) => domain, {
    ...targets,
    robotsTxt: "User-agent: *",
    appleAppSiteAssociation: "{}",
    assetLinks: "[]",
  }),
  creation("POST /api/imports", () => ({ source: "kutt", fileName: "more.json" })),
  creation("POST /api/conversions", ({ conversion: { clickId } }) => ({ clickId, ...sale })),
  edit("PATCH /api/notes/:id", ({ note }) => note, { at: moment, text: "More" }),
  creation("POST /api/shares", () => ({ ...share, ...shown, origins: ["https://another.example"] })),
  edit("PATCH /api/shares/:id", (owner) => owner.share, { figures: ["bots"], timeZone: tz, expiresAt: moment }),
  creation("POST /api/reports", () => ({ email, cadence: "weekly", tz })),
  creation("POST /api/alarms", () => ({ ...drop, ...quiet })),
  creation("POST /api/alarms", () => ({ kind: "expiring", daysBefore: 9, emails: [email] }), "of what expires"),
  edit("PATCH /api/alarms/:id", ({ alarm }) => alarm, { ...quiet, sensitivity: "high", emails: [email], tz }),
  creation("POST /api/exports", () => ({ ...place, ...files, bots: true, conversions: true })),
  edit("PATCH /api/exports/:id", ({ clickExport }) => clickExport, {
    name: "More of it",
    conversions: true,
    accessKeyId: "C",
    secret: "D",
  }),
  creation("POST /api/webhooks", (owner) => ({
    ...webhook,
    linkIds: [owner.link.id],
    groupIds: [owner.group.id],
    clickMilestones: [10, 100],
  })),
  edit("PATCH /api/webhooks/:id", (owner) => owner.webhook, { ...newWebhook, paused: false }),
  creation("POST /api/keys", ({ group }) => ({
    ...key,
    groupId: group.id,
    addresses: ["192.0.2.0/24"],
    requestsPerMinute: 100,
  })),
  alter("PUT /api/bots/rules", { both: () => ({ rest: { body: botRules }, graphql: { input: botRules } }) }),
  alter("PUT /api/auth/profile", {
    how: "to a new address",
    both: (owner) => profileOf(owner, { email: freshAddress(), currentPassword: password }),
  }),
  ...[{ currentPassword: "a guess at it" }, {}].map((given) =>
    alter("PUT /api/auth/profile", {
      how: `to a new address, ${"currentPassword" in given ? "by a guess at" : "without"} the password`,
      both: (owner) => profileOf(owner, { email: freshAddress(), ...given }),
      owner: "VALIDATION_ERROR",
    }),
  ),
  alter("PUT /api/auth/profile", {
    how: "to a blank address",
    both: (owner) => profileOf(owner, { email: "" }),
    owner: "VALIDATION_ERROR",
  }),
];
