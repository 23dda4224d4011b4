import type { DomainSettings } from "@hoplog/schema/domains/settings.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import type { DomainRecord } from "@hoplog/schema/topics/links/hosts.js";
import { createPages, type Pages } from "../pages/pages.ts";

/** What is served under a host: the links of one domain. */
export interface Site {
  /** The domain's. */
  readonly number: number;
  /** Codes are in lower case, and found however they are written. */
  readonly ignoresCase: boolean;
  readonly pages: Pages;
  /** Where pages lead back to; null for nowhere. */
  readonly home: string | null;
  readonly settings: DomainSettings;
  /** What else is served there: the app, for every path that is no code's, or for all. */
  readonly app: "none" | "beside codes" | "only";
}

/** `home` is where the bare host leads. */
export function defaultSite(home: string, app: Site["app"] = "none"): Site {
  return { number: defaultDomain, ignoresCase: false, pages: createPages(home), home, settings: {}, app };
}

export function siteOf({ number, ignoresCase, ...settings }: DomainRecord): Site {
  const home = settings.rootUrl ?? null;
  return { number, ignoresCase, pages: createPages(home), home, settings, app: "none" };
}
