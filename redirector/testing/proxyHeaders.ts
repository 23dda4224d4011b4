/** Builds a PROXY header of version 2, valid or not; `addresses` is everything after the length. */
export function binaryHeader({
  command = 0x21,
  family,
  addresses,
}: {
  readonly command?: number;
  readonly family: number;
  readonly addresses: readonly number[];
}): Buffer {
  const start = Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1");
  const head = [command, family, addresses.length >> 8, addresses.length & 255];
  return Buffer.concat([start, Buffer.from(head), Buffer.from(addresses)]);
}
