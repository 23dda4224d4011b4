import { domainToUnicode } from "node:url";
import { isIP } from "node:net";
import { hostnameOf } from "@hoplog/schema/domains/hostname.js";
import { parse } from "tldts";

export type ReadName = { readonly name: string } | { readonly problem: string };

/**
 * Maximum length of a domain name. DNS allows 253 characters, and the name of the TXT record is longer by one label.
 */
const nameMax = 253 - "_hoplog.".length;

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Names that public DNS never resolves. `.test` and `.example` may exist in private DNS. */
const unresolvable = /(?:^|\.)(?:localhost|local|localdomain|internal|lan|home\.arpa|arpa|onion|invalid)$/;

/** Parses a domain name as users write it. `ownHosts` are the installation's hosts, in DNS form. */
export function readDomainName(text: string, ownHosts: readonly string[]): ReadName {
  if (text.trim() === "") return { problem: "Enter a domain name, such as go.example.com" };
  // Texts of more than 1024 characters are not parsed.
  const name = text.length > 1024 ? null : hostnameOf(text);
  if (name === null) return { problem: "Enter only the domain name, such as go.example.com" };
  if (isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0) return { problem: "Enter a domain name instead of an IP address" };
  if (name.length > nameMax) return { problem: `A domain name can't exceed ${nameMax} characters` };
  const labels = name.split(".");
  if (!labels.every((part) => label.test(part))) return { problem: "This is not a valid host name" };
  if (unresolvable.test(name))
    return { problem: "This name only exists on a local machine or network. Enter a public domain name" };
  if (labels.length < 2) return { problem: "Enter the full domain name, such as go.example.com" };
  if (ownHosts.includes(name)) return { problem: "This domain belongs to this service. Enter a domain of your own" };
  if (registrableDomain(name) === null) {
    return { problem: "This is a public suffix, under which others register domains. Enter a domain of your own" };
  }
  return { name };
}

/** Whether a name is a registrable domain, which can't have a CNAME. */
export function isApex(name: string): boolean {
  return registrableDomain(name) === name;
}

/** Returns the domain that somebody has registered, such as `example.co.uk`; null for a public suffix. */
export function registrableDomain(name: string): string | null {
  return parse(name, { allowPrivateDomains: true }).domain;
}

/** Returns the name in Unicode, for display. */
export function displayNameOf(name: string): string {
  return domainToUnicode(name) || name;
}
