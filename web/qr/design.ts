import { scanParameter } from "@hoplog/schema/clicks/trigger.js";

export const qrShapes = ["square", "rounded", "dots"] as const;
export const qrLevels = ["L", "M", "Q", "H"] as const;
export type QrShape = (typeof qrShapes)[number];
export type QrLevel = (typeof qrLevels)[number];

/** How a code looks. */
export interface QrDesign {
  /** `#rrggbb`, as all colours. */
  readonly dark: string;
  readonly light: string;
  readonly shape: QrShape;
  /** Of the three corners. */
  readonly corners: QrShape;
  /** Light modules around it; the standard requires four. */
  readonly quiet: number;
  /** How much of it may be covered or dirty: 7, 15, 25 or 30 %. */
  readonly level: QrLevel;
  /** A picture as a data URL; null for none. */
  readonly logo: string | null;
  /** Whether the code says that it was scanned, so that figures tell scans from other clicks. */
  readonly tellsScans: boolean;
}

/** Medium error correction: a code that is still read when a bit of it is dirty, and not much larger. */
export const plainDesign: QrDesign = {
  dark: "#000000",
  light: "#ffffff",
  shape: "square",
  corners: "square",
  quiet: 4,
  level: "M",
  logo: null,
  tellsScans: false,
};

/** What a code says that leads to the URL. */
export function textOfCode(url: string, { tellsScans }: Pick<QrDesign, "tellsScans">): string {
  return tellsScans ? `${url}?${scanParameter}` : url;
}

export const quietMax = 10;
/** Of the picture's file, in bytes: it is in every file that is made. */
export const logoBytesMax = 100_000;
export const logoTypes = ["image/png", "image/jpeg", "image/webp"];

const colour = /^#[0-9a-f]{6}$/i;
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
    dark: textOf("dark", colour, plainDesign.dark),
    light: textOf("light", colour, plainDesign.light),
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
