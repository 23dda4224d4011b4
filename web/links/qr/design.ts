import { plainLook, qrColour, type QrLook, qrLevels, qrShapes, quietMax } from "@hoplog/schema/qr/look.js";
import { scanParameter } from "@hoplog/schema/clicks/trigger.js";

/** A QR code's design. */
export interface QrDesign extends QrLook {
  /** A picture as a data URL; null for none. */
  readonly logo: string | null;
}

export const plainDesign: QrDesign = { ...plainLook, logo: null };

/** Returns the text that a code for the URL encodes. */
export function textOfCode(url: string, { tellsScans }: Pick<QrDesign, "tellsScans">): string {
  return tellsScans ? `${url}?${scanParameter}` : url;
}

/** Maximum size of the logo file in bytes, because every created file contains it. */
export const logoBytesMax = 100_000;
export const logoTypes = ["image/png", "image/jpeg", "image/webp"];

const picture = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/;

/** Parses a stored design; values of the plain design replace invalid ones. */
export function parseDesign(text: string | null): QrDesign {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "{}");
  } catch {
    return plainDesign;
  }
  if (typeof stored !== "object" || stored === null) return plainDesign;
  const found = new Map<string, unknown>(Object.entries(stored));
  const textOf = (name: keyof QrDesign, pattern: RegExp, other: string): string => {
    const value = found.get(name);
    return typeof value === "string" && pattern.test(value) ? value : other;
  };
  const quiet = found.get("quiet");
  const logo = textOf("logo", picture, "");
  return {
    dark: textOf("dark", qrColour, plainDesign.dark),
    light: textOf("light", qrColour, plainDesign.light),
    shape: qrShapes.find((shape) => shape === found.get("shape")) ?? plainDesign.shape,
    corners: qrShapes.find((shape) => shape === found.get("corners")) ?? plainDesign.corners,
    quiet: typeof quiet === "number" && Number.isInteger(quiet) && quiet >= 0 && quiet <= quietMax ? quiet : 4,
    level: qrLevels.find((level) => level === found.get("level")) ?? plainDesign.level,
    logo: logo === "" || logo.length > 2 * logoBytesMax ? null : logo,
    tellsScans: found.get("tellsScans") === true,
  };
}

const storedAs = "qr-design";

/** Returns the design that was last used in this browser; the plain design if none is stored. */
export function lastDesign(): QrDesign {
  try {
    return parseDesign(window.localStorage.getItem(storedAs));
  } catch {
    return plainDesign;
  }
}

export function rememberDesign(design: QrDesign): void {
  try {
    window.localStorage.setItem(storedAs, JSON.stringify(design));
  } catch {
    // Without storage the design is not saved.
  }
}
