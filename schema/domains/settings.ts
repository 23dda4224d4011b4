import { z } from "zod";

export const domainLimits = {
  /**
   * Maximum size in bytes of each file that a domain serves for other programs; redirectors hold the files in memory.
   */
  fileBytesMax: 16 * 1024,
  perWorkspace: 100,
} as const;

const url = z.string();
const file = z.string();

/** Settings for requests to a domain that none of its links redirects. Absent settings have their default. */
export const domainSettingsSchema = z
  .strictObject({
    /** Destination of the host without a code. By default, it returns the error page of an unknown code. */
    rootUrl: url,
    /** The destination of unknown codes. */
    unknownUrl: url,
    /** Destination of expired links without their own `expiredUrl`, and of used-up links without `maxClicksUrl`. */
    expiredUrl: url,
    /** The content of `/robots.txt`. */
    robotsTxt: file,
    /** The content of `/.well-known/apple-app-site-association`, JSON. */
    appleAppSiteAssociation: file,
    /** The content of `/.well-known/assetlinks.json`, JSON. */
    assetLinks: file,
  })
  .partial();
export type DomainSettings = Readonly<z.infer<typeof domainSettingsSchema>>;

export const domainSettingNames = domainSettingsSchema.keyof().options;
