import { encode } from "uqr";

/** Rows of modules with the quiet zone around them; true is dark. */
export type QrMatrix = readonly (readonly boolean[])[];

/** The standard requires four light modules on every side. */
const quietZone = 4;
const pngModulePx = 20;

/** Medium error correction: a code that is still read when a bit of it is dirty, and not much larger. */
export function qrMatrix(text: string): QrMatrix {
  return encode(text, { ecc: "M", border: quietZone }).data;
}

/** The dark modules as an SVG path, one unit a module; neighbours in a row are one piece. */
export function qrPath(matrix: QrMatrix): string {
  const pieces: string[] = [];
  matrix.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      pieces.push(`M${start} ${y}h${x - start + 1}v1H${start}z`);
    }
  });
  return pieces.join("");
}

export function qrSvg(matrix: QrMatrix): string {
  const size = matrix.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${qrPath(matrix)}"/></svg>\n`;
}

/** Sharp at any printed size that makes sense: 20 pixels a module. */
export async function qrPng(matrix: QrMatrix): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = matrix.length * pngModulePx;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't draw");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#000";
  matrix.forEach((row, y) =>
    row.forEach((dark, x) => {
      if (dark) context.fillRect(x * pngModulePx, y * pngModulePx, pngModulePx, pngModulePx);
    }),
  );
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("No picture"))), "image/png");
  });
}
