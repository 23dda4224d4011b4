/** What made a visitor come: a QR code that was scanned, or the short URL itself. */
export type Trigger = "link" | "qr";

/** A QR code that distinguishes its scans leads to the short URL with this parameter, which destinations never get. */
export const scanParameter = "hop-qr";

/** The same in codes that were printed before version 1.0.0: destinations of links that forward queries get it. */
export const printedScanParameter = "qr";
