import type { MissReason } from "../../core/graphql/generated/graphql.ts";

/** Label and explanation of each reason, in display order. */
export const reasonTexts: Readonly<Record<MissReason, { readonly label: string; readonly note: string }>> = {
  unknown: { label: "Unknown code", note: "No URL has the code that was asked for." },
  unknownHost: { label: "Unknown host", note: "Nothing is served under the host that was asked for." },
  baseUrl: { label: "Bare host", note: "The host was asked for without a code." },
  inactive: { label: "Switched off", note: "The URL is inactive." },
  expired: { label: "Expired", note: "The URL has expired." },
  notYet: { label: "Not yet", note: "The URL does not lead on yet." },
  usedUp: { label: "Used up", note: "All visits of the URL are used up." },
  wrongPassword: { label: "Wrong password", note: "The password was not the URL's." },
  blocked: { label: "Blocked", note: "A rule of the URL blocks such visitors." },
  listed: { label: "Listed", note: "The destination is listed as a bad one." },
  banned: { label: "Banned", note: "The URL is banned." },
};

/** Formats a requested URL for display. */
export function requestedUrlText({ host, code, path }: { host: string; code: string; path?: string }): string {
  if (code !== "") return `${host}/${code}`;
  return `${host}${path === undefined || path === "/" ? "" : path}`;
}
