export const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/x-icon"] as const;
export type ImageType = (typeof imageTypes)[number];

/** File signatures; `?` matches any byte. SVG is excluded: it is a document that can contain scripts. */
const beginnings: readonly (readonly [ImageType, string])[] = [
  ["image/png", "\x89PNG\r\n\x1A\n"],
  ["image/jpeg", "\xFF\xD8\xFF"],
  ["image/gif", "GIF87a"],
  ["image/gif", "GIF89a"],
  ["image/webp", "RIFF????WEBP"],
  ["image/x-icon", "\0\0\x01\0"],
];

/** Detects the type of an image by its first bytes, whatever its server declares; null for anything else. */
export function imageTypeOf(content: Uint8Array): ImageType | null {
  const begins = (beginning: string) =>
    [...beginning].every((sign, i) => sign === "?" || content[i] === sign.charCodeAt(0));
  return beginnings.find(([, beginning]) => begins(beginning))?.[0] ?? null;
}
