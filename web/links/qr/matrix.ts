import { encode } from "uqr";

/** Rows of modules with the quiet zone around them; true is dark. */
export type QrMatrix = readonly (readonly boolean[])[];

/** The standard requires four light modules on every side. */
const quietZone = 4;

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
