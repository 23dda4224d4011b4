import type { ClickLogQuery } from "../../core/graphql/generated/graphql.ts";

export type Click = ClickLogQuery["clickLog"]["clicks"][number];

/** Returns the flag of a two-letter country code as emoji; empty if there is none. */
export function flagOf(countryCode: string): string {
  if (!/^[A-Za-z]{2}$/.test(countryCode)) return "";
  const regionalIndicatorA = 0x1f1e6;
  const letters = [...countryCode.toUpperCase()].map((letter) => letter.charCodeAt(0) - 65 + regionalIndicatorA);
  return String.fromCodePoint(...letters);
}

/** Returns the location for the history table, with fallbacks for an unknown origin. */
export function locationOf(click: Click) {
  return {
    city: known(click.city, "Unknown City"),
    region: known(click.regionName, "Unknown Region"),
    country: known(click.country, "Unknown Country"),
    isp: known(click.isp, "Unknown ISP"),
  };
}

export function deviceOf(click: Click) {
  const browser = known(click.browser, "Unknown Browser");
  const named = browser !== "Unknown Browser" && known(click.browserVersion, "") !== "";
  return {
    device: known(click.device, "Unknown"),
    browser: named ? `${browser} ${click.browserVersion}` : browser,
    operatingSystem: known(click.operatingSystem, "Unknown OS"),
  };
}

function known(value: string, otherwise: string): string {
  const text = value.trim();
  return text === "" || text.toLowerCase() === "unknown" ? otherwise : text;
}

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const dateFormat = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });

export function timeOf(click: Click): { time: string; date: string } {
  const at = new Date(click.timestamp);
  return { time: timeFormat.format(at), date: dateFormat.format(at) };
}

/** Converts a click to a CSV row with all its fields; times are in UTC. */
export function csvRow(click: Click): Record<string, string> {
  return {
    Time: click.timestamp,
    Country: click.country,
    "Country code": click.countryCode,
    Region: click.regionName,
    City: click.city,
    ISP: click.isp,
    Device: click.device,
    Browser: click.browser,
    "Browser version": click.browserVersion,
    "Operating system": click.operatingSystem,
    Referrer: click.referrer,
    Bot: click.isBot ? click.botReason || "yes" : "",
  };
}
