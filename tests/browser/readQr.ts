import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { z } from "zod";

const reader = readFileSync(createRequire(import.meta.url).resolve("jsqr"), "utf8");

/** What a picture's QR code says, read in a browser; null where none is found. */
export async function readQr(page: Page, picture: Buffer, type: "image/png" | "image/svg+xml"): Promise<string | null> {
  const address = `data:${type};base64,${picture.toString("base64")}`;
  await page.evaluate(reader);
  const read = `(async () => {
    const picture = new Image();
    picture.src = ${JSON.stringify(address)};
    await picture.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: picture.width, height: picture.height });
    const context = canvas.getContext("2d");
    context.drawImage(picture, 0, 0);
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    return jsQR(data, width, height)?.data ?? null;
  })()`;
  return z
    .string()
    .nullable()
    .parse(await page.evaluate(read));
}
