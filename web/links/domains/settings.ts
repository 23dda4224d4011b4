import { type DomainSettings, domainLimits, domainSettingNames } from "@hoplog/schema/domains/settings.js";
import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";

/** Values of a domain's settings form; blank means the default. */
export type SettingValues = Record<keyof DomainSettings, string>;

type Answered = Readonly<Record<keyof DomainSettings, string | null>>;

export function settingValues(settings: Answered): SettingValues {
  const { rootUrl, unknownUrl, expiredUrl, robotsTxt, appleAppSiteAssociation, assetLinks } = settings;
  return {
    rootUrl: rootUrl ?? "",
    unknownUrl: unknownUrl ?? "",
    expiredUrl: expiredUrl ?? "",
    robotsTxt: robotsTxt ?? "",
    appleAppSiteAssociation: appleAppSiteAssociation ?? "",
    assetLinks: assetLinks ?? "",
  };
}

/** Returns the mutation's input, which contains only changed settings; null clears one. */
export function changedSettings(before: SettingValues, values: SettingValues): Partial<Answered> {
  const changed = domainSettingNames.filter((name) => values[name].trim() !== before[name].trim());
  return Object.fromEntries(changed.map((name) => [name, values[name].trim() === "" ? null : values[name]]));
}

export function urlProblem(text: string): string | null {
  if (text.trim() === "") return null;
  const parsed = parseOriginalUrl(text, [], "URL");
  return parsed.ok ? null : parsed.message;
}

/** Returns an error message if the file is too large, otherwise null; the server validates JSON. */
export function fileProblem(text: string): string | null {
  const bytes = bytesOf(text);
  const max = domainLimits.fileBytesMax;
  if (bytes <= max) return null;
  return `Cannot exceed ${max.toLocaleString("en")} bytes; these are ${bytes.toLocaleString("en")}`;
}

export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
