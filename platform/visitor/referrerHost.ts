const schemes = new Set(["http:", "https:", "android-app:"]);

/** Returns the referring host, in lower case and without `www.`; empty for a direct visit or an invalid header. */
export function referrerHost(referrer: string): string {
  if (referrer === "" || !URL.canParse(referrer)) return "";
  const { protocol, hostname } = new URL(referrer);
  if (!schemes.has(protocol)) return "";
  return hostname
    .toLowerCase()
    .replace(/\.$/, "")
    .replace(/^www\./, "");
}
