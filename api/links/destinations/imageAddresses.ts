import type { Clock } from "../../kernel/calls/capabilities.ts";
import type { DestinationImages } from "../core/destinationOfLink.ts";
import { createMailTokens } from "../../accounts/mail/tokens.ts";

const dayMs = 24 * 60 * 60 * 1000;

export const imagesPath = "/api/destinations/images";

export interface ImageAddresses extends DestinationImages {
  /** The image's id; null for an address that we have not given to anybody, or that is too old. */
  readonly imageOf: (token: string) => string | null;
}

/**
 * An `<img>` sends no token of a session, so what it may load stands in its address: signed, told to the owner alone, the same all
 * day long so that browsers keep the image, and good until the end of the next day (UTC).
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
