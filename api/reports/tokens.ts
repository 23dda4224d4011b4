import { createHmac, timingSafeEqual } from "node:crypto";

export type ReportPurpose = "confirm report" | "stop report";

/** Signs the links of mails about a report: each is good for one report and one purpose, as long as the report is there. */
export interface ReportTokens {
  sign(purpose: ReportPurpose, id: string): string;
  /** The report's id; null for what we have not signed for this. */
  verify(purpose: ReportPurpose, token: string): string | null;
}

const idBytes = 16;

export function createReportTokens(secret: string): ReportTokens {
  const macOf = (purpose: ReportPurpose, id: Uint8Array) =>
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
      // A text that decodes to the same bytes is another text.
      if (bytes.toString("base64url") !== token) return null;
      if (given.length !== mac.length || !timingSafeEqual(given, mac)) return null;
      return id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    },
  };
}
