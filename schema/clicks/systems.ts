interface System {
  readonly name: string;
  /** Other names of the system: in user agents, in other services, and in clicks stored by earlier releases. */
  readonly otherNames: readonly string[];
  readonly isDesktop: boolean;
}

/** Known operating systems with their other names. All others keep the name from the user agent. */
export const systems = [
  { name: "Windows", otherNames: [], isDesktop: true },
  { name: "macOS", otherNames: ["Mac OS", "Mac OS X", "OS X"], isDesktop: true },
  { name: "Chrome OS", otherNames: ["Chromium OS", "ChromeOS", "CrOS"], isDesktop: true },
  {
    name: "Linux",
    otherNames: [
      "Ubuntu",
      "Kubuntu",
      "Xubuntu",
      "Lubuntu",
      "Debian",
      "Fedora",
      "Mint",
      "Arch",
      "CentOS",
      "RedHat",
      "Red Hat",
      "SUSE",
      "openSUSE",
      "Gentoo",
      "Mageia",
      "Mandriva",
      "Manjaro",
      "Slackware",
      "elementary OS",
      "deepin",
      "Raspbian",
      "GNU",
    ],
    isDesktop: true,
  },
  { name: "FreeBSD", otherNames: [], isDesktop: true },
  { name: "OpenBSD", otherNames: [], isDesktop: true },
  { name: "NetBSD", otherNames: [], isDesktop: true },
  { name: "Solaris", otherNames: ["SunOS"], isDesktop: true },
  { name: "Haiku", otherNames: [], isDesktop: true },
  { name: "iOS", otherNames: ["iPadOS", "iPhone OS"], isDesktop: false },
  { name: "Android", otherNames: [], isDesktop: false },
] as const satisfies readonly System[];

export type SystemName = (typeof systems)[number]["name"];

const byName = new Map<string, System>(
  systems.flatMap((system) => [system.name, ...system.otherNames].map((name) => [name.toLowerCase(), system])),
);

/** Returns the canonical name of a system; unknown names are returned unchanged. */
export function systemName(text: string): string {
  return byName.get(text.toLowerCase())?.name ?? text;
}

/** Returns all names of a system, the canonical one first. */
export function systemNames(text: string): readonly string[] {
  const system = byName.get(text.toLowerCase());
  return system ? [system.name, ...system.otherNames] : [text];
}

/** Returns whether a system, given by its canonical name, is a desktop system. */
export function isDesktopSystem(name: string): boolean {
  return byName.get(name.toLowerCase())?.isDesktop ?? false;
}
