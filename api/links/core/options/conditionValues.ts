import {
  type ConditionField,
  conditionLimits,
  continents,
  devices,
  visitorKinds,
  weekdays,
} from "@hoplog/schema/links/options/condition.js";
import ipaddr from "ipaddr.js";
import { notAnInstant, parseInstant } from "./instant.ts";

/** Parses a value of a field; null if it is invalid. */
interface Values {
  readonly read: (text: string, timeZone: string) => string | null;
  /** The error message for an invalid value. */
  readonly message: string;
}

const anyText: Values = { read: (text) => text || null, message: "Must not be blank" };

const oneOf = (values: readonly string[]): Values => ({
  read: (text) => values.find((value) => value.toLowerCase() === text.toLowerCase()) ?? null,
  message: `Must be one of ${values.join(", ")}`,
});

const instant: Values = { read: (text, timeZone) => parseInstant(text, timeZone), message: notAnInstant };

const regionNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

const valuesOf: Readonly<Record<ConditionField, Values>> = {
  country: {
    read(text) {
      const code = text.toUpperCase();
      return /^[A-Z]{2}$/.test(code) && regionNames.of(code) !== undefined ? code : null;
    },
    message: "Must be an ISO 3166-1 country code of two letters, such as DE",
  },
  region: anyText,
  city: anyText,
  continent: oneOf(continents),
  language: { read: languageTag, message: "Must be a language tag, such as de or pt-BR" },
  device: oneOf(devices),
  os: anyText,
  browser: anyText,
  // An empty value matches visits without a referrer.
  referrer: { read: (text) => text.toLowerCase(), message: "Must be a host name, such as example.com" },
  query: { read: (text) => text, message: "Must be a string" },
  address: { read: addressRange, message: "Must be an IP address or a range such as 203.0.113.0/24" },
  weekday: oneOf(weekdays),
  hour: {
    read: (text) => (/^(?:[01]?\d|2[0-3])$/.test(text) ? String(Number(text)) : null),
    message: "Must be an hour from 0 to 23",
  },
  before: instant,
  after: instant,
  visitor: oneOf(visitorKinds),
};

/** Returns a value in its stored form, or the problem with the value. */
export function readConditionValue(
  field: ConditionField,
  value: unknown,
  timeZone: string,
): { readonly value: string } | { readonly problem: string } {
  if (typeof value !== "string") return { problem: "Must be a string" };
  const text = value.trim().normalize("NFC");
  if (text.length > conditionLimits.valueMax)
    return { problem: `Cannot exceed ${conditionLimits.valueMax} characters` };
  const { read, message } = valuesOf[field];
  const known = read(text, timeZone);
  return known === null ? { problem: message } : { value: known };
}

function languageTag(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
}

/** Parses an IP address or a CIDR range; an IPv4-mapped IPv6 address counts as IPv4. */
export function addressRange(text: string): string | null {
  // Rejects forms such as 0x7f.1 and fe80::1%eth0, which users would not recognise as addresses.
  if (
    !/^[0-9a-f:.]+(?:\/\d{1,3})?$/i.test(text) ||
    (!text.includes(":") && !/^\d+\.\d+\.\d+\.\d+(?:\/|$)/.test(text))
  ) {
    return null;
  }
  if (ipaddr.isValid(text)) return plain(ipaddr.parse(text)).toString();
  if (!ipaddr.isValidCIDR(text)) return null;
  const [address, bits] = ipaddr.parseCIDR(text);
  const inner = plain(address);
  const mapped = inner.kind() === address.kind() ? 0 : 96;
  return bits < mapped ? null : `${inner.toString()}/${bits - mapped}`;
}

type Address = ReturnType<typeof ipaddr.parse>;

function plain(address: Address): Address {
  return "isIPv4MappedAddress" in address && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}
