import jsQR from "jsqr";
import QRCodeStyling, { type CornerDotType, type CornerSquareType, type DotType } from "qr-code-styling";
import { encode } from "uqr";
import type { QrShape } from "@hoplog/schema/qr/look.js";
import type { QrDesign } from "./design.ts";

export interface DrawnQr {
  readonly svg: Blob;
  readonly png: Blob;
  /** Whether the drawn code was read back as the same text. */
  readonly isReadable: boolean;
}

/** Pixels per module, sharp at any reasonable print size. */
const modulePx = 20;
/**
 * Pixels per module for reading, similar to a phone's camera: at full size, readers see dots as separate shapes and
 * miss one code in six.
 */
const readModulePx = 6;

const dots: Readonly<Record<QrShape, DotType>> = { square: "square", rounded: "rounded", dots: "dots" };
const cornerSquares: Readonly<Record<QrShape, CornerSquareType>> = {
  square: "square",
  rounded: "extra-rounded",
  dots: "dot",
};
const cornerDots: Readonly<Record<QrShape, CornerDotType>> = { square: "square", rounded: "rounded", dots: "dot" };

/** Draws a text as a QR code and reads it back like a phone. Rejects if this browser can't draw. */
export async function drawQr(text: string, design: QrDesign): Promise<DrawnQr> {
  const { size } = encode(text, { ecc: design.level, border: 0, boostEcc: false });
  const side = (size + 2 * design.quiet) * modulePx;
  const qr = new QRCodeStyling({
    type: "svg",
    width: side,
    height: side,
    margin: design.quiet * modulePx,
    data: text,
    qrOptions: { errorCorrectionLevel: design.level },
    dotsOptions: { type: dots[design.shape], color: design.dark },
    cornersSquareOptions: { type: cornerSquares[design.corners], color: design.dark },
    cornersDotOptions: { type: cornerDots[design.corners], color: design.dark },
    backgroundOptions: { color: design.light },
    ...(design.logo !== null && {
      image: design.logo,
      // The logo is a data URL, so nothing is fetched.
      imageOptions: { saveAsBlob: false, hideBackgroundDots: true, imageSize: 0.35, margin: modulePx / 2 },
    }),
  });
  const [svg, png] = [await qr.getRawData("svg"), await qr.getRawData("png")];
  if (!(svg instanceof Blob) || !(png instanceof Blob)) throw new Error("This browser can't draw QR codes");
  return { svg, png, isReadable: (await readQr(png)) === text };
}

/**
 * Decodes a picture; null if no code is found. Light-on-dark codes are not decoded, because not every reader supports
 * them.
 */
async function readQr(picture: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(picture);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round((bitmap.width * readModulePx) / modulePx);
  canvas.height = Math.round((bitmap.height * readModulePx) / modulePx);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't draw QR codes");
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
  return jsQR(data, width, height, { inversionAttempts: "dontInvert" })?.data ?? null;
}
