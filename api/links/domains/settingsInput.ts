import { domainLimits, type DomainSettings, domainSettingNames } from "@hoplog/schema/domains/settings.js";
import { type FieldError, validationError } from "@hoplog/schema/errors.js";
import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";
import type { SettingChanges } from "./decide.ts";

type Name = keyof DomainSettings;

/** Settings as callers send them: null and blank texts mean the default, absent ones are not changed. */
export type SettingsInput = { readonly [N in Name]?: string | null | undefined };

type Read = { readonly value: string } | { readonly problem: string };

/** Parses settings. Throws VALIDATION_ERROR with every invalid field. `ownHosts` include ports, as in `URL.host`. */
export function parseSettings(input: SettingsInput, ownHosts: readonly string[]): SettingChanges {
  const readers: Readonly<Record<Name, (text: string) => Read>> = {
    rootUrl: (text) => readUrl(text, ownHosts),
    unknownUrl: (text) => readUrl(text, ownHosts),
    expiredUrl: (text) => readUrl(text, ownHosts),
    robotsTxt: readFile,
    appleAppSiteAssociation: readJsonFile,
    assetLinks: readJsonFile,
  };
  const changes: { -readonly [N in Name]?: string | null } = {};
  const problems: FieldError[] = [];
  for (const field of domainSettingNames) {
    const text = input[field];
    if (text === undefined) continue;
    if (text === null || text.trim() === "") {
      changes[field] = null;
      continue;
    }
    const read = readers[field](text);
    if ("problem" in read) problems.push({ field, message: read.problem });
    else changes[field] = read.value;
  }
  if (problems.length > 0) throw validationError(problems);
  return changes;
}

/** Returns the URLs of changed settings, by field. */
export function urlsIn({ rootUrl, unknownUrl, expiredUrl }: SettingChanges): { field: string; url: string }[] {
  return Object.entries({ rootUrl, unknownUrl, expiredUrl }).flatMap(([field, url]) => (url ? [{ field, url }] : []));
}

function readUrl(text: string, ownHosts: readonly string[]): Read {
  const parsed = parseOriginalUrl(text, ownHosts, "URL");
  return parsed.ok ? { value: parsed.url } : { problem: parsed.message };
}

function readFile(text: string): Read {
  // Removes characters that Postgres and programs that read the file reject.
  const value = text.replaceAll("\0", "").toWellFormed();
  const max = domainLimits.fileBytesMax;
  // Measures the text in the form sent to redirectors, whose records are limited in size.
  if (Buffer.byteLength(JSON.stringify(value)) <= max) return { value };
  const counted = "quotation marks and line breaks count twice";
  return { problem: `Cannot exceed ${max.toLocaleString("en")} bytes (${counted})` };
}

function readJsonFile(text: string): Read {
  const file = readFile(text);
  if ("problem" in file) return file;
  try {
    const json: unknown = JSON.parse(file.value);
    return typeof json === "object" && json !== null ? file : { problem: "Must be a JSON object or array" };
  } catch {
    return { problem: "Must be valid JSON" };
  }
}
