import type { Clock } from "../../kernel/calls/capabilities.ts";
import type { DestinationImages } from "../core/destinationOfLink.ts";
import { createMailTokens } from "../../accounts/mail/tokens.ts";

const dayMs = 24 * 60 * 60 * 1000;

export const imagesPath = "/api/destinations/images";

export interface ImageAddresses extends DestinationImages {
  /** Returns the image's id; null for a URL that we did not issue, or that has expired. */
  readonly imageOf: (token: string) => string | null;
}

/**
 * Creates and verifies signed image URLs, since an `<img>` sends no session token. Only the owner gets these URLs. A
 * URL stays the same for a day, so that browsers cache the image, and is valid until the end of the next day (UTC).
 */
export function createImageAddresses(secret: string, { now }: Clock): ImageAddresses {
  const tokens = createMailTokens<`destination image ${number}`>(secret);
  const today = () => Math.floor(now().getTime() / dayMs);
  return {
    destinationImages: { addressOf: (id) => `${imagesPath}/${tokens.sign(`destination image ${today()}`, id)}` },
    imageOf(token) {
      const day = today();
      return tokens.verify(`destination image ${day}`, token) ?? tokens.verify(`destination image ${day - 1}`, token);
    },
  };
}
