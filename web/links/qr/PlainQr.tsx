import { useMemo } from "react";
import { qrMatrix, qrPath } from "./matrix.ts";

interface PlainQrProps {
  url: string;
  /** The URL for display. */
  shown: string;
  className?: string | undefined;
}

/** A QR code without a design. */
export default function PlainQr({ url, shown, className }: PlainQrProps) {
  const matrix = useMemo(() => qrMatrix(url), [url]);
  return (
    <svg
      className={className}
      role="img"
      aria-label={`QR code of ${shown}`}
      viewBox={`0 0 ${matrix.length} ${matrix.length}`}
      shapeRendering="crispEdges"
    >
      <path d={qrPath(matrix)} />
    </svg>
  );
}
