import { encode } from "uqr";

/** Rows of modules with the quiet zone around them; true is dark. */
export type QrMatrix = readonly (readonly boolean[])[];

/** The standard requires four light modules on every side. */
const quietZone = 4;

/** Encodes with medium error correction, which tolerates some dirt and makes the code not much larger. */
export function qrMatrix(text: string): QrMatrix {
  return encode(text, { ecc: "M", border: quietZone }).data;
}

/** The dark modules as an SVG path, one unit per module; adjacent modules of a row are merged. */
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
