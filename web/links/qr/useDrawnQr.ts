import { useEffect, useState } from "react";
import type { QrDesign } from "./design.ts";
import { type DrawnQr, drawQr } from "./drawQr.ts";

/** A drawn code with the object URL of its picture. */
export interface ShownQr extends DrawnQr {
  readonly url: string;
}

/** Draws a text as a QR code. Returns the previous code until the next one is drawn, and none if drawing failed. */
export function useDrawnQr(text: string, design: QrDesign) {
  const [drawn, setDrawn] = useState<ShownQr>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let isOver = false;
    drawQr(text, design).then(
      (made) => {
        if (isOver) return;
        setFailed(false);
        setDrawn({ ...made, url: URL.createObjectURL(made.svg) });
      },
      () => {
        if (!isOver) setFailed(true);
      },
    );
    return () => {
      isOver = true;
    };
  }, [text, design]);
  useEffect(() => (drawn ? () => URL.revokeObjectURL(drawn.url) : undefined), [drawn]);
  return { drawn: failed ? undefined : drawn, failed };
}
