import { domainLimits } from "@hoplog/schema/domains/settings.js";
import { z } from "zod";
import { message, recordId } from "../../kernel/contract/answerPieces.ts";
import { text } from "../../kernel/contract/parse.ts";
import { confirmation, many, one } from "../../kernel/contract/answers.ts";
import { input } from "../../kernel/contract/entity.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { changeDomain, createDomain, deleteDomain, verifyDomain } from "./commands.ts";
import { domain } from "./entities.ts";
import { getDomain, listDomains } from "./queries.ts";
import type { DomainServices } from "./services.ts";

const yesOrNo = z.boolean("Must be true or false");

// Lengths are limited when the settings are parsed; those of files in bytes.
const setting = z.string("Must be a string").nullish();
const fileSize = `at most ${domainLimits.fileBytesMax} bytes, where quotation marks and line breaks count twice`;
const domainChanges = input(
  "UpdateDomainInput",
  "Changes to a domain; omitted fields keep their value, and null or an empty string restores the default",
  {
    rootUrl: setting.describe("Redirect target of the host without a code: an http or https URL"),
    unknownUrl: setting.describe("Redirect target of unknown codes: an http or https URL"),
    expiredUrl: setting.describe(
      "Redirect target of expired links without an `expiredUrl` and of used-up links without a `maxClicksUrl`: an http or https URL",
    ),
    robotsTxt: setting.describe(`Content of /robots.txt, ${fileSize}`),
    appleAppSiteAssociation: setting.describe(`JSON of /.well-known/apple-app-site-association, ${fileSize}`),
    assetLinks: setting.describe(`JSON of /.well-known/assetlinks.json, ${fileSize}`),
    isDefault: yesOrNo
      .nullish()
      .describe("Whether new links use this domain by default; true replaces the previous default domain"),
  },
);

const oneDomain = one(domain, { message: message.optional(), also: "domain", alsoDeprecatedSince: "2026-11-30" });
const { query, mutation } = operationsOn<DomainServices>(
  { name: "Domains", description: "Custom domains for short links" },
  "Domain",
);

/** The operations on domains. */
export const domainFaces = facesOf([
  mutation({
    name: "createDomain",
    rest: "POST /api/domains",
    creates: true,
    summary: "Add a custom domain",
    description:
      "Checks DNS immediately; `records` lists the DNS records to set. Several workspaces may add the same name, and the first to verify it gets it.",
    needs: ["domains:write"],
    takes: {
      name: text.describe("Host name, such as go.example.com"),
      ignoresCase: yesOrNo.optional().describe("Whether codes are case-insensitive; can't be changed later"),
    },
    example: { name: "go.example.com", ignoresCase: false },
    answer: oneDomain,
    message: "Domain added",
    weight: { cost: 20 },
    failures: [400, 409],
    run: createDomain,
  }),
  query({
    name: "domains",
    id: "listDomains",
    rest: "GET /api/domains",
    summary: "List all domains, sorted by name",
    description: "Includes the results of each domain's last DNS check. Removed domains are not listed.",
    needs: ["domains:read"],
    takes: {},
    answer: many(domain),
    weight: { length: domainLimits.perWorkspace / 4 },
    failures: [],
    run: listDomains,
  }),
  query({
    name: "domain",
    id: "getDomain",
    rest: "GET /api/domains/:id",
    summary: "Get a domain",
    description: "Includes the DNS records to set and the results of the last DNS check.",
    needs: ["domains:read"],
    takes: { id: recordId },
    answer: oneDomain,
    failures: [404],
    run: (services, actor, { id }) => getDomain(services, actor, id),
  }),
  mutation({
    name: "updateDomain",
    rest: "PATCH /api/domains/:id",
    summary: "Change the settings of a domain",
    description: "Omitted fields keep their value; null or an empty string restores the default.",
    needs: ["domains:write"],
    takes: { id: recordId, input: domainChanges },
    conditional: true,
    example: { rootUrl: "https://example.com/", isDefault: true },
    answer: oneDomain,
    message: "Domain updated",
    failures: [400, 404],
    run: (services, actor, { id, input: changes }) => changeDomain(services, actor, id, changes),
  }),
  mutation({
    name: "verifyDomain",
    rest: "POST /api/domains/:id/verify",
    summary: "Check the DNS of a domain now",
    description:
      "Returns the domain after the check. DNS is also checked automatically: every few minutes at first, then less often, and daily once the domain is verified.",
    needs: ["domains:write"],
    takes: { id: recordId },
    answer: oneDomain,
    weight: { cost: 20 },
    failures: [400, 404],
    run: (services, actor, { id }) => verifyDomain(services, actor, id),
  }),
  mutation({
    name: "deleteDomain",
    rest: "DELETE /api/domains/:id",
    summary: "Remove a domain",
    description:
      "Links in the domain stop redirecting until the domain is added and verified again. Codes of the domain's links never become available to other workspaces.",
    needs: ["domains:write"],
    takes: { id: recordId },
    conditional: true,
    answer: confirmation,
    message: "Domain removed",
    failures: [400, 404],
    run: (services, actor, { id }) => deleteDomain(services, actor, id),
  }),
]);
