import { defaultHostNames, defaultHosts } from "@hoplog/schema/domains/defaultHosts.js";
import type { Registry } from "prom-client";
import type { Clock, Logs, PublicUrl, ShortHosts, ShortUrl } from "../../kernel/calls/capabilities.ts";
import type { RunningFeature } from "../../kernel/calls/feature.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { shareAnswers } from "@hoplog/platform/coalescing/batchWhileBusy.js";
import { CodeClaimRow, disownCodesOfDeleted } from "./codeClaims.ts";
import type { DestinationImages } from "./destinationOfLink.ts";
import { type KnownDomains, knownDomains } from "./domainOfLink.ts";
import { LinkRow } from "./linkRow.ts";
import { type LinksById, readLinksById, readTagIdsOfLink } from "./linksById.ts";
import { type OwnHosts, ownHosts } from "./ownHosts.ts";
import { type OrganisedLinks, readOrganisedLinks } from "./organisedLinks.ts";
import { measureOverdueLeases } from "./visitsLeft.ts";
import { projectLink } from "./project.ts";
import type { SharedCounts } from "./queries.ts";
import { creatingLinks } from "./creating.ts";
import { listingLinks } from "./lists.ts";
import { linkOperations } from "./operations.ts";
import { link, linkSummary } from "./entities.ts";
import { condition } from "./options/shown.ts";
import { facesOf } from "../../kernel/contract/operations.ts";
import type { LinkServices } from "./services.ts";
import { createTrigramCounts, type TrigramCounts } from "./trigramSample.ts";

const faces = facesOf([...creatingLinks, ...listingLinks, ...linkOperations]);

/** Short links: creation, edits, lists and history. */
export const links: RunningFeature<
  LinkServices,
  ShortUrl & PublicUrl & ShortHosts & Reads & Logs & Clock & DestinationImages & { readonly registry: Registry },
  OwnHosts & SharedCounts & LinksById & OrganisedLinks & KnownDomains & TrigramCounts
> = {
  start({ shortUrl, publicUrl, shortHosts, reads, logger, now, registry, destinationImages }) {
    measureOverdueLeases({ reads, logger }, registry);
    return {
      services: {
        ownHosts: ownHosts(shortUrl, shortHosts),
        domains: knownDomains({ reads }, defaultHostNames(defaultHosts([shortUrl, publicUrl], shortHosts), shortUrl)),
        linkCounts: shareAnswers(),
        linkById: readLinksById({ reads }),
        tagIdsOfLink: readTagIdsOfLink({ reads }),
        ...createTrigramCounts({ reads, logger, now }),
        organisedLinks: readOrganisedLinks({ reads, destinationImages }),
      },
    };
  },
  entities: [LinkRow, CodeClaimRow],
  projections: { link: projectLink, user: disownCodesOfDeleted },
  readTables: ["link", "code_claim", "link_tag", "link_favourite", "imported_link"],
  ...faces,
  answers: { Link: link.answer, LinkSummary: linkSummary.answer, LinkCondition: condition, ...faces.answers },
};
