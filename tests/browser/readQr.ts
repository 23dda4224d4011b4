import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { z } from "zod";

const reader = readFileSync(createRequire(import.meta.url).resolve("jsqr"), "utf8");

/**
 * Scales saved images from 20 pixels per module to six, as seen by phones: at full size the reader mistakes dots for
 * separate shapes.
 */
const scale = 0.3;

/** Decodes a picture's QR code in a browser; null if there is none. */
export async function readQr(page: Page, picture: Buffer, type: "image/png" | "image/svg+xml"): Promise<string | null> {
  const address = `data:${type};base64,${picture.toString("base64")}`;
  await page.evaluate(reader);
  const read = `(async () => {
    const picture = new Image();
    picture.src = ${JSON.stringify(address)};
    await picture.decode();
    const size = { width: Math.round(picture.width * ${scale}), height: Math.round(picture.height * ${scale}) };
    const canvas = Object.assign(document.createElement("canvas"), size);
    const context = canvas.getContext("2d");
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    return jsQR(data, width, height)?.data ?? null;
  })()`;
  return z
    .string()
    .nullable()
    .parse(await page.evaluate(read));
}
