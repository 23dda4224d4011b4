import { createHmac, timingSafeEqual } from "node:crypto";

/** Signs mailed links: each is valid for one subject and purpose while the subject exists. */
export interface MailTokens<Purpose extends string> {
  sign(purpose: Purpose, id: string): string;
  /** Returns the subject's id; null for a token not signed for this purpose. */
  verify(purpose: Purpose, token: string): string | null;
}

const idBytes = 16;

export function createMailTokens<Purpose extends string>(secret: string): MailTokens<Purpose> {
  const macOf = (purpose: Purpose, id: Uint8Array) =>
    createHmac("sha256", secret).update(`${purpose}:`).update(id).digest();
  return {
    sign(purpose, id) {
      const bytes = Buffer.from(id.replaceAll("-", ""), "hex");
      return Buffer.concat([bytes, macOf(purpose, bytes)]).toString("base64url");
    },
    verify(purpose, token) {
      const bytes = Buffer.from(token, "base64url");
      const id = bytes.subarray(0, idBytes);
      const mac = macOf(purpose, id);
      const given = bytes.subarray(idBytes);
      // Base64url has several encodings of the same bytes; only the canonical one is valid.
      if (bytes.toString("base64url") !== token) return null;
      if (given.length !== mac.length || !timingSafeEqual(given, mac)) return null;
      return id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    },
  };
}
