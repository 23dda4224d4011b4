import { bases } from "@hoplog/platform/postgres/bases.js";
import type { Migration } from "@hoplog/platform/postgres/migrate.js";
import { migration } from "./migration.ts";
import { audit } from "./base/audit.ts";
import { caps } from "./base/caps.ts";
import { destinations } from "./base/destinations.ts";
import { domains } from "./base/domains.ts";
import { events } from "./base/events.ts";
import { figures } from "./base/figures.ts";
import { identity } from "./base/identity.ts";
import { jobs } from "./base/jobs.ts";
import { links } from "./base/links.ts";
import { listings } from "./base/listings.ts";
import { mail } from "./base/mail.ts";
import { outgoing } from "./base/outgoing.ts";

/** All tables of the API as of commit 6dbd9b43. */
export const base: Migration = {
  ...migration(bases.api.name, [
    events,
    identity,
    links,
    domains,
    caps,
    listings,
    destinations,
    jobs,
    figures,
    mail,
    outgoing,
    audit,
  ]),
  replaces: bases.api.replaces,
};
