import { z } from "zod";

export const domainLimits = {
  /** Of each file that is served for other programs, in bytes: a redirector keeps them in memory. */
  fileBytesMax: 16 * 1024,
  perWorkspace: 100,
} as const;

const url = z.string();
const file = z.string();

/** What a domain serves besides its links. What is absent is as it is by default. */
export const domainSettingsSchema = z
  .strictObject({
    /** Where the bare host leads; by default there is a page that says that nothing is here. */
    rootUrl: url,
    /** Where unknown codes lead. */
    unknownUrl: url,
    /** Where expired links lead that have no URL of their own for it. */
    expiredUrl: url,
    /** `/robots.txt`. */
    robotsTxt: file,
    /** `/.well-known/apple-app-site-association`: JSON. */
    appleAppSiteAssociation: file,
    /** `/.well-known/assetlinks.json`: JSON. */
    assetLinks: file,
  })
  .partial();
export type DomainSettings = Readonly<z.infer<typeof domainSettingsSchema>>;

export const domainSettingNames = domainSettingsSchema.keyof().options;
