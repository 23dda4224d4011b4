import { limits } from "@hoplog/schema/limits.js";

/**
 * Path of the page that marks a browser's visits as a workspace's own; codes below `.well-known/` are reserved on every
 * host.
 */
export const ownVisitsPath = "/.well-known/hoplog/own-visits";

export const ownMarkName = "hoplog_own";
const version = 1;
const maxAgeSeconds = 400 * 24 * 60 * 60;
/** Maximum length of a mark: half of the maximum length of a recorded query. */
export const ownMarkMax = limits.queryMax / 2;
const valuePattern = new RegExp(`(?:^|;\\s*)${ownMarkName}=${version}\\.([\\w-]{4,${2 * ownMarkMax}})(?:;|$)`);
/** One parameter as URLSearchParams formats it. */
const markPattern = /^[\w*.%+-]+=[\w*.%+-]+$/;

/** Returns the Set-Cookie value for a mark, which is one query parameter; an empty mark deletes the cookie. */
export function setOwnMark(mark: string, isSecure: boolean): string {
  const value = mark === "" ? "" : `${version}.${Buffer.from(mark).toString("base64url")}`;
  const secure = isSecure ? "; Secure" : "";
  return `${ownMarkName}=${value}; Path=/; Max-Age=${mark === "" ? 0 : maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Returns the mark in a Cookie header; empty if there is none. */
export function ownMarkIn(cookies: string | undefined): string {
  if (cookies === undefined || !cookies.includes(ownMarkName)) return "";
  const value = valuePattern.exec(cookies)?.[1];
  const mark = value === undefined ? "" : Buffer.from(value, "base64url").toString("latin1");
  return mark.length <= ownMarkMax && markPattern.test(mark) ? mark : "";
}

const needle = Uint8Array.from(ownMarkName, (character) => character.charCodeAt(0));

/** Returns whether the bytes of a Cookie header contain the cookie's name. */
export function mayHaveOwnMark(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at + needle.length <= end; at++) {
    let i = 0;
    while (i < needle.length && bytes[at + i] === needle[i]) i++;
    if (i === needle.length) return true;
  }
  return false;
}

/** Returns the recorded query with the mark appended, truncated so that both fit into `maxLength`. */
export function markedQuery(query: string, mark: string, maxLength: number): string {
  if (mark === "") return query.slice(0, maxLength);
  const kept = query.slice(0, Math.max(0, maxLength - mark.length - 1));
  return kept === "" ? mark : `${kept}&${mark}`;
}
