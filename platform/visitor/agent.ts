import parser from "ua-parser-js";

/** What a user agent says of itself. Empty where it doesn't. */
export interface Agent {
  readonly device: "mobile" | "desktop" | "tablet" | "Unknown";
  readonly browser: string;
  readonly browserVersion: string;
  readonly os: string;
  readonly osVersion: string;
}

/** ua-parser-js names no device for a desktop: its operating system gives it away. */
const desktopSystems = new Set([
  "Windows",
  "Mac OS",
  "Linux",
  "Ubuntu",
  "Debian",
  "Fedora",
  "Chromium OS",
  "Chrome OS",
  "Mint",
  "Arch",
  "CentOS",
  "RedHat",
  "SUSE",
  "openSUSE",
  "Gentoo",
  "Mandriva",
  "Manjaro",
  "elementary OS",
  "Kubuntu",
  "Xubuntu",
  "FreeBSD",
  "OpenBSD",
  "NetBSD",
  "Solaris",
  "Haiku",
]);

export function parseAgent(userAgent: string): Agent {
  const { browser, os, device } = parser(userAgent);
  return {
    device: deviceOf(device.type, os.name),
    browser: browser.name ?? "",
    browserVersion: browser.version ?? "",
    os: os.name ?? "",
    osVersion: os.version ?? "",
  };
}

function deviceOf(type: string | undefined, os: string | undefined): Agent["device"] {
  if (type === "mobile" || type === "tablet") return type;
  return type === undefined && os !== undefined && desktopSystems.has(os) ? "desktop" : "Unknown";
}
