/** Addresses are 16 bytes: IPv6, or IPv4 mapped into it (::ffff:a.b.c.d). */
export function isIpv4(bytes: Uint8Array, at: number): boolean {
  for (let i = 0; i < 10; i++) if (bytes[at + i] !== 0) return false;
  return bytes[at + 10] === 0xff && bytes[at + 11] === 0xff;
}

export function ipv4Number(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at + 12] ?? 0) * 0x100_0000 +
    ((bytes[at + 13] ?? 0) << 16) +
    ((bytes[at + 14] ?? 0) << 8) +
    (bytes[at + 15] ?? 0)
  );
}

/** The first 48 bits. */
export function ipv6Prefix(bytes: Uint8Array, at: number): number {
  let prefix = 0;
  for (let i = 0; i < 6; i++) prefix = prefix * 256 + (bytes[at + i] ?? 0);
  return prefix;
}

export function addressText(bytes: Uint8Array, at: number): string {
  if (isIpv4(bytes, at)) return bytes.subarray(at + 12, at + 16).join(".");
  const groups = Array.from({ length: 8 }, (_, i) =>
    ((bytes[at + 2 * i] ?? 0) * 256 + (bytes[at + 2 * i + 1] ?? 0)).toString(16),
  );
  return groups.join(":");
}
