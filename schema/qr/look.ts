export const qrShapes = ["square", "rounded", "dots"] as const;
export const qrLevels = ["L", "M", "Q", "H"] as const;
export type QrShape = (typeof qrShapes)[number];
export type QrLevel = (typeof qrLevels)[number];

/** Appearance of a QR code, except for a picture in the code. */
export interface QrLook {
  /** Colour as `#rrggbb`, like all colours here. */
  readonly dark: string;
  readonly light: string;
  readonly shape: QrShape;
  /** Shape of the three corners. */
  readonly corners: QrShape;
  /** Width of the light margin in modules; the standard requires four. */
  readonly quiet: number;
  /** Error correction: the share that may be covered or dirty, 7, 15, 25 or 30 %. */
  readonly level: QrLevel;
  /** Whether scans are counted separately from other clicks. */
  readonly tellsScans: boolean;
}

/**
 * Default appearance with medium error correction: slightly dirty codes can still be read, and they are not much
 * larger.
 */
export const plainLook: QrLook = {
  dark: "#000000",
  light: "#ffffff",
  shape: "square",
  corners: "square",
  quiet: 4,
  level: "M",
  tellsScans: false,
};

export const quietMax = 10;
export const qrColour = /^#[0-9a-f]{6}$/i;

/** Formats an appearance for storage: the differences from the default, as a query string. */
export function qrLookText(look: QrLook): string {
  const text = new URLSearchParams();
  if (look.dark !== plainLook.dark) text.set("dark", look.dark);
  if (look.light !== plainLook.light) text.set("light", look.light);
  if (look.shape !== plainLook.shape) text.set("shape", look.shape);
  if (look.corners !== plainLook.corners) text.set("corners", look.corners);
  if (look.quiet !== plainLook.quiet) text.set("quiet", String(look.quiet));
  if (look.level !== plainLook.level) text.set("level", look.level);
  if (look.tellsScans) text.set("tellsScans", "true");
  return text.toString();
}

/** Parses the output of {@link qrLookText}, or user input. Returns a user-facing message if the text is invalid. */
export function parseQrLook(text: string): { readonly look: QrLook } | { readonly problem: string } {
  const given = new URLSearchParams(text.trim().replace(/^\?/, ""));
  const shapeOf = (name: "shape" | "corners") => qrShapes.find((one) => one === (given.get(name) ?? plainLook[name]));
  const dark = given.get("dark") ?? plainLook.dark;
  const light = given.get("light") ?? plainLook.light;
  if (!qrColour.test(dark) || !qrColour.test(light)) return { problem: "Colours must have the form #0b3d2e" };
  const [shape, corners] = [shapeOf("shape"), shapeOf("corners")];
  if (!shape || !corners) return { problem: `shape and corners must be one of ${qrShapes.join(", ")}` };
  const quiet = given.get("quiet") ?? String(plainLook.quiet);
  if (!/^\d{1,2}$/.test(quiet) || Number(quiet) > quietMax)
    return { problem: `quiet must be a whole number from 0 to ${quietMax}` };
  const level = qrLevels.find((one) => one === (given.get("level") ?? plainLook.level));
  if (!level) return { problem: `level must be one of ${qrLevels.join(", ")}` };
  const tellsScans = given.get("tellsScans") ?? "false";
  if (tellsScans !== "true" && tellsScans !== "false") return { problem: "tellsScans must be true or false" };
  return {
    look: {
      dark: dark.toLowerCase(),
      light: light.toLowerCase(),
      shape,
      corners,
      quiet: Number(quiet),
      level,
      tellsScans: tellsScans === "true",
    },
  };
}
