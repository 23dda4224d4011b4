import { z } from "zod";

export const domainLimits = {
  /** Size of each file that is served for other programs, in bytes; redirectors hold them in memory. */
  fileBytesMax: 16 * 1024,
  perWorkspace: 100,
} as const;

const url = z.string();
const file = z.string();

/** What a domain serves besides its links. Absent settings have their default. */
export const domainSettingsSchema = z
  .strictObject({
    /** The destination of the bare host; by default it shows a page that says that nothing is here. */
    rootUrl: url,
    /** The destination of unknown codes. */
    unknownUrl: url,
    /** The destination of expired links that have none of their own. */
    expiredUrl: url,
    /** `/robots.txt`. */
    robotsTxt: file,
    /** The content of `/.well-known/apple-app-site-association`, JSON. */
    appleAppSiteAssociation: file,
    /** The content of `/.well-known/assetlinks.json`, JSON. */
    assetLinks: file,
  })
  .partial();
export type DomainSettings = Readonly<z.infer<typeof domainSettingsSchema>>;

export const domainSettingNames = domainSettingsSchema.keyof().options;
