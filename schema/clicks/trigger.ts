/** How the visitor reached the link: by scanning a QR code, or by the short URL itself. */
export type Trigger = "link" | "qr";

/** The parameter that trackable QR codes add to the short URL; it is never passed to destinations. */
export const scanParameter = "hop-qr";

/** The parameter in codes printed before version 1.0.0. Links that forward queries pass it to the destination. */
export const printedScanParameter = "qr";
