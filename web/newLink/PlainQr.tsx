import { useMemo } from "react";
import { qrMatrix, qrPath } from "../qr/matrix.ts";
import classes from "./NewLinkPage.module.css";

/** A QR code without a design. Its own chunk. */
export default function PlainQr({ url, shown }: { url: string; shown: string }) {
  const matrix = useMemo(() => qrMatrix(url), [url]);
  return (
    <svg
      className={classes.qr}
      role="img"
      aria-label={`QR code of ${shown}`}
      viewBox={`0 0 ${matrix.length} ${matrix.length}`}
      shapeRendering="crispEdges"
    >
      <path d={qrPath(matrix)} />
    </svg>
  );
}
