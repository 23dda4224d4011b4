import { plainLook, qrColour, type QrLook, qrLevels, qrShapes, quietMax } from "@hoplog/schema/qr/look.js";
import { scanParameter } from "@hoplog/schema/clicks/trigger.js";

/** How a code looks. */
export interface QrDesign extends QrLook {
  /** A picture as a data URL; null for none. */
  readonly logo: string | null;
}

export const plainDesign: QrDesign = { ...plainLook, logo: null };

/** What a code says that leads to the URL. */
export function textOfCode(url: string, { tellsScans }: Pick<QrDesign, "tellsScans">): string {
  return tellsScans ? `${url}?${scanParameter}` : url;
}

/** Of the picture's file, in bytes: it is in every file that is made. */
export const logoBytesMax = 100_000;
export const logoTypes = ["image/png", "image/jpeg", "image/webp"];

const picture = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/;

/** What was stored as text; what is no design of ours is the plain one. */
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

/** The design that this browser has used last. */
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
    // A browser that stores nothing forgets it.
  }
}
