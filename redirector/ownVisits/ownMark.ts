import { limits } from "@hoplog/schema/limits.js";

/** Where a browser's visits are marked as a workspace's own; no code begins with a dot. */
export const ownVisitsPath = "/.well-known/hoplog/own-visits";

export const ownMarkName = "hoplog_own";
const version = 1;
const maxAgeSeconds = 400 * 24 * 60 * 60;
/** The longest mark: half of what is recorded of a query. */
export const ownMarkMax = limits.queryMax / 2;
const valuePattern = new RegExp(`(?:^|;\\s*)${ownMarkName}=${version}\\.([\\w-]{4,${2 * ownMarkMax}})(?:;|$)`);
/** As URLSearchParams writes one parameter. */
const markPattern = /^[\w*.%+-]+=[\w*.%+-]+$/;

/** Set-Cookie for a browser whose visits carry the mark, a parameter as it stands in a query; an empty one takes it away. */
export function setOwnMark(mark: string, isSecure: boolean): string {
  const value = mark === "" ? "" : `${version}.${Buffer.from(mark).toString("base64url")}`;
  const secure = isSecure ? "; Secure" : "";
  return `${ownMarkName}=${value}; Path=/; Max-Age=${mark === "" ? 0 : maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The mark in a Cookie header; empty where there is none. */
export function ownMarkIn(cookies: string | undefined): string {
  if (cookies === undefined || !cookies.includes(ownMarkName)) return "";
  const value = valuePattern.exec(cookies)?.[1];
  const mark = value === undefined ? "" : Buffer.from(value, "base64url").toString("latin1");
  return mark.length <= ownMarkMax && markPattern.test(mark) ? mark : "";
}

const needle = Uint8Array.from(ownMarkName, (character) => character.charCodeAt(0));

/** Whether the bytes of a Cookie header hold the cookie's name. */
export function mayHaveOwnMark(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at + needle.length <= end; at++) {
    let i = 0;
    while (i < needle.length && bytes[at + i] === needle[i]) i++;
    if (i === needle.length) return true;
  }
  return false;
}

/** What is recorded of a query beside the mark: never more than `maxLength` with it. */
export function markedQuery(query: string, mark: string, maxLength: number): string {
  if (mark === "") return query.slice(0, maxLength);
  const kept = query.slice(0, Math.max(0, maxLength - mark.length - 1));
  return kept === "" ? mark : `${kept}&${mark}`;
}
