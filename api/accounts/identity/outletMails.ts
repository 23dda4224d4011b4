import { outletKindNames, outletLimits } from "@hoplog/schema/outlets.js";
import type { PublicUrl } from "../../kernel/calls/capabilities.ts";
import { compose, type MailContent } from "../mail/compose.ts";
import type { Mail } from "../mail/port.ts";
import { outletLine } from "../outlets/listed.ts";
import type { AccountMail } from "./accountMails.ts";

type DataOf<Kind extends AccountMail["kind"]> = Extract<AccountMail, { kind: Kind }>["data"];
type Content = Omit<MailContent, "userId" | "to" | "name">;

const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
/** Formats an ISO 8601 instant for an email. */
export const timeText = (at: string) => `${time.format(new Date(at))} UTC`;

const outletsPage = ({ publicUrl }: PublicUrl) => ({
  label: "Access and outlets",
  url: `${publicUrl}/settings/outlets`,
});

/** Builds the tables of paused and active outlets, with a row per line of text. */
function outletTables({ paused, active }: Pick<DataOf<"outlets-paused">, "paused" | "active">): MailContent["tables"] {
  const rowsOf = (lines: string) => lines.split("\n").flatMap((line) => (line === "" ? [] : [[line, ""] as const]));
  return [
    { title: "Paused", rows: rowsOf(paused) },
    { title: "Still active", rows: rowsOf(active) },
  ];
}

const pausedText = `Paused ones send nothing. What they would have sent is kept for ${outletLimits.keptDays} days and sent if you resume them.`;

/** Builds the email after a password change or reset, with the outlets that still send data. */
export function passwordChangedMail(services: PublicUrl, data: DataOf<"password-changed">): Mail {
  const hasOutlets = data.paused !== "" || data.active !== "";
  return compose({
    ...data,
    subject: "Your hoplog password was changed",
    paragraphs: [
      "The password of your account was changed, and all other sessions have ended.",
      ...(data.paused === "" ? [] : [pausedText]),
      ...(hasOutlets ? ["Check whether everything that sends data out of your account is yours:"] : []),
    ],
    tables: outletTables(data) ?? [],
    ...(hasOutlets && { action: outletsPage(services) }),
    closing: "If this was not you, ask for a reset link on the log-in page at once.",
  });
}

/** Builds the email after outlets were paused because sessions or keys ended without a new password. */
export function outletsPaused(services: PublicUrl, data: DataOf<"outlets-paused">): Content {
  return {
    subject: "Outlets of your hoplog account are paused",
    paragraphs: ["Sessions or an API key of your account were ended, and what they created was paused.", pausedText],
    tables: outletTables(data) ?? [],
    action: outletsPage(services),
    closing: "Delete what is not yours, and resume the rest.",
  };
}

/** Builds the email after an outlet was created, resumed, widened or moved. */
export function outletRecorded(
  services: PublicUrl,
  { outlet: kind, name, change, at, address, by }: DataOf<"outlet-recorded">,
): Content {
  const creator = by === "apiKey" ? "an API key" : "a session";
  const what = outletKindNames[kind];
  return {
    subject: `${what} ${change} in your hoplog account`,
    paragraphs: [
      `${outletLine({ kind, name })} was ${change} by ${creator} of your account.`,
      `Time: ${timeText(at)}. Address: ${address}.`,
    ],
    action: outletsPage(services),
    closing: "If this was not you, delete it there and change your password at once.",
  };
}

/** Builds the email with the new key's name, scopes, time of creation and IP address, as far as known. */
export function keyMade(services: PublicUrl, { key, scopes, at, address }: DataOf<"api-key-made">): Content {
  return {
    subject: "An API key of your hoplog account was made",
    paragraphs: [
      ...(key === undefined ? [] : [`Key: ${key}`]),
      ...(scopes === undefined ? [] : [`Scopes: ${scopes}`]),
      ...(at === undefined || address === undefined ? [] : [`Time: ${timeText(at)}. Address: ${address}.`]),
      "Programs that have it can do what it allows, without a password, until it is revoked or expires.",
    ],
    action: { label: "API keys", url: `${services.publicUrl}/settings/keys` },
    closing: "If this was not you, revoke it there and change your password.",
  };
}

/**
 * Builds the email after a sign-in from a device that the account was not used on before, as far as the device is
 * known.
 */
export function signedInFrom(
  services: PublicUrl,
  { device, browser, place, at, address }: DataOf<"new-device">,
): Content {
  const facts = [
    ["Device", device],
    ["Browser", browser],
    ["Place", place],
    ["IP address", address],
    ["Time", timeText(at)],
  ] as const;
  return {
    subject: "New sign-in to your hoplog account",
    paragraphs: [
      "Somebody signed in to your account on a device that it was not used on before.",
      ...facts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`])),
    ],
    action: { label: "Sessions", url: `${services.publicUrl}/settings/sessions` },
    closing: "If this was not you, change your password at once: that ends all other sessions.",
  };
}
