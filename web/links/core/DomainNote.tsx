import { Link } from "react-router-dom";
import type { LinkCardFragment } from "../../core/graphql/generated/graphql.ts";

type LinkDomain = NonNullable<LinkCardFragment["domain"]>;

/** Explains why a domain's links don't redirect and how to fix that; null if the domain's links redirect. */
function adviceOn({ state, displayName }: LinkDomain): string | null {
  if (state === "pending") return `${displayName} is not verified yet: visitors are not redirected until it is.`;
  if (state === "lost") return `${displayName} is lost: visitors are not redirected until its TXT record is back.`;
  if (state !== "removed") return null;
  return `${displayName} was removed: visitors are not redirected. Choose another domain with Edit, or add it again.`;
}

/** Returns whether a link's domain redirects visitors. */
export function isServed(domain: LinkDomain | null): boolean {
  return domain === null || adviceOn(domain) === null;
}

/** Marks a link whose domain is not served. */
export function DomainNote({ domain, className }: { domain: LinkDomain | null; className: string }) {
  const advice = domain && adviceOn(domain);
  if (domain === null || advice === null) return null;
  const isRemoved = domain.state === "removed";
  return (
    <p className={className} role="note">
      {advice}{" "}
      <Link to={isRemoved ? "/settings/domains" : `/settings/domains?domain=${encodeURIComponent(domain.name)}`}>
        {isRemoved ? "Domains" : "DNS records"}
      </Link>
    </p>
  );
}
