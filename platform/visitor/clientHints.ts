import { hintFlags } from "@hoplog/schema/topics/clickBatch/click.js";

/** Names, in lower case, of the client hints that we read. */
export const hintHeaders = { brands: "sec-ch-ua", platformVersion: "sec-ch-ua-platform-version" } as const;

/** Value of the header that requests a hint that browsers don't send by default. */
export const acceptCh = "Sec-CH-UA-Platform-Version";

const brave = Buffer.from('"Brave"', "latin1");
const quote = 0x22;
const b = 0x42;

/** Returns the flag for a value of `sec-ch-ua` in these bytes; 0 for none. Runs for each visit. */
export function brandFlags(bytes: Uint8Array, start: number, end: number): number {
  const last = end - brave.length + 1;
  for (let at = start + 1; at <= last; at++) if (bytes[at] === b && isBraveAt(bytes, at - 1)) return hintFlags.brave;
  return 0;
}

function isBraveAt(bytes: Uint8Array, at: number): boolean {
  for (let i = 0; i < brave.length; i++) if (bytes[at + i] !== brave[i]) return false;
  return true;
}

/** Returns the flag for a value of `sec-ch-ua-platform-version`, such as `"15.0.0"`; 0 for none. */
export function platformVersionFlags(bytes: Uint8Array, start: number, end: number): number {
  let major = 0;
  for (let at = start + 1; at < end; at++) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) break;
    major = major * 10 + digit;
  }
  return bytes[start] === quote && major >= 13 ? hintFlags.platform13 : 0;
}
