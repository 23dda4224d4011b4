import type { DomainSettings } from "@hoplog/schema/domains/settings.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import type { DomainRecord } from "@hoplog/schema/topics/links/hosts.js";
import { createPages, type Pages } from "../pages/pages.ts";

/** A site: the links and settings of one domain. */
export interface Site {
  /** The domain's number. */
  readonly number: number;
  /** Whether codes are stored in lower case and matched case-insensitively. */
  readonly ignoresCase: boolean;
  readonly pages: Pages;
  /** URL of the "home page" link on pages; null for none. */
  readonly home: string | null;
  readonly settings: DomainSettings;
  /** Where the app is served on this host: nowhere, on all paths that are not codes, or on all paths. */
  readonly app: "none" | "beside codes" | "only";
}

/** Creates the default domain's site; `home` is the destination of `/`. */
export function defaultSite(home: string, app: Site["app"] = "none"): Site {
  return { number: defaultDomain, ignoresCase: false, pages: createPages(home), home, settings: {}, app };
}

export function siteOf({ number, ignoresCase, ...settings }: DomainRecord): Site {
  const home = settings.rootUrl ?? null;
  return { number, ignoresCase, pages: createPages(home), home, settings, app: "none" };
}
