import { counted } from "@hoplog/schema/counted.js";
import { replaceUnseen } from "@hoplog/schema/validation/plainText.js";
import type { OperatorRun } from "./commandLine.ts";
import { foundMax, type FoundLink, type FoundUser } from "./find.ts";

export function showUser({ out }: OperatorRun, user: FoundUser): void {
  out(`${user.id}  ${user.email}  ${printable(user.name)}`);
  out(`  registered ${user.createdAt}, last login ${user.lastLogin ?? "never"}`);
  out(`  ${counted(user.links, "link")}, ${counted(user.groups, "group")}`);
  if (user.banReason !== null) out(`  banned: ${user.banReason}`);
}

export function showLinks({ out }: OperatorRun, links: readonly FoundLink[]): void {
  for (const link of links) {
    out(`${link.id}  ${link.domain === null ? "" : `${link.domain}/`}${link.code}  ${printable(link.name)}`);
    out(`  redirects to ${link.originalUrl}`);
    out(
      `  created ${link.createdAt} by ${link.owner ?? "?"} (${link.ownerId}), ${link.isActive ? "active" : "inactive"}`,
    );
    if (link.banReason !== null) out(`  banned: ${link.banReason}`);
    if (link.listedUrl !== null) {
      out(
        `  listed by the ${link.listingSource ?? "?"}: ${printable(`${link.listedUrl} (${link.listingReason ?? ""})`)}`,
      );
    }
    if (link.ownerBanned) out("  its owner is banned");
  }
  if (links.length === foundMax) out(`Only the newest ${foundMax} links are shown; there may be more.`);
}

/** Escapes control characters, because names are chosen by users and must not control the terminal. */
export function printable(text: string): string {
  return replaceUnseen(text, () => "?");
}
