/** What made a visitor come: a QR code that was scanned, or the short URL itself. */
export type Trigger = "link" | "qr";

/** A QR code that tells its scans apart leads to the short URL with this parameter. Redirects take no notice of it. */
export const scanParameter = "qr";
