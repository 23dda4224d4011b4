import type { CertificateState } from "@hoplog/schema/domains/certificate.js";
import type { DomainSettings } from "@hoplog/schema/domains/settings.js";
import { z } from "zod";
import { count, etag, instant, recordId } from "../../kernel/contract/answerPieces.ts";
import { etagOf } from "../../kernel/calls/etag.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { entity, part, perKey } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import { domainState } from "../core/domainOfLink.ts";
import type { DnsRecord } from "./dns/advice.ts";
import { type FoundDomain, linksPerDomain } from "./queries.ts";

const recordType = enumeration<DnsRecord["type"]>("DnsRecordType", "Type of a DNS record", {
  TXT: "A text record that proves ownership",
  CNAME: "An alias of another name, which can't coexist with other records of the same name",
  A: "An IPv4 address",
  AAAA: "An IPv6 address",
  ALIAS: "An alias at the zone apex, which many providers call ANAME or CNAME flattening",
});

const dnsRecord = part("DnsRecord", "A DNS record that the owner of a domain must set", {
  type: recordType.describe("Type of the record"),
  name: z.string().describe("Fully qualified name"),
  value: z.string().describe("Value of the record"),
  isFound: z.boolean().describe("Whether the last check found this record or an equivalent one"),
});

const certificateState = enumeration<CertificateState>("CertificateState", "State of a domain's TLS certificate", {
  none: "The domain is not served, so it needs no certificate",
  waiting: "A certificate has been requested, or will be soon",
  issued: "The certificate is valid",
  failed: "There is no valid certificate, and the last attempt failed",
});

const certificate = part("DomainCertificate", "The TLS certificate of a domain", {
  state: certificateState.describe("State of the certificate"),
  notAfter: instant.nullable().describe("Expiry time of the certificate; null if there is none"),
  error: z.string().nullable().describe("Reason of the last failure, and how to fix it; null after a success"),
  nextTryAt: instant.nullable().describe("Time of the next attempt or renewal; null if none is planned"),
});

const setting = z.string().nullable();
const valueOf =
  (name: keyof DomainSettings) =>
  ({ settings }: FoundDomain) =>
    settings[name] ?? null;

/** A domain in API responses. */
export const domain = entity<FoundDomain, Reads>()({
  name: "Domain",
  description: "A custom domain for short links",
  fields: {
    id: recordId.describe("ID of the domain"),
    name: z.string().describe("Host name in lower case, in Punycode"),
    displayName: z.string().describe("Host name in Unicode"),
    state: domainState.describe(
      "State of the domain; only verified and misconfigured domains are served. `problems` explains the other states",
    ),
    ignoresCase: z
      .boolean()
      .describe("Whether codes in this domain are case-insensitive; they are then stored in lower case"),
    isDefault: z.boolean().describe("Whether new links use this domain by default"),
    rootUrl: setting.describe("Redirect target of the host without a code; null for an error page"),
    unknownUrl: setting.describe("Redirect target of unknown codes; null for an error page"),
    expiredUrl: setting.describe(
      "Redirect target of expired links without an `expiredUrl` and of used-up links without a `maxClicksUrl`; null for an error page",
    ),
    robotsTxt: setting.describe("Content of /robots.txt; null for the default"),
    appleAppSiteAssociation: setting.describe("JSON of /.well-known/apple-app-site-association; null for none"),
    assetLinks: setting.describe("JSON of /.well-known/assetlinks.json; null for none"),
    records: z.array(dnsRecord).describe("DNS records that the owner must set"),
    problems: z.array(z.string()).describe("Problems with DNS, and how to fix each; empty if there are none"),
    warnings: z.array(z.string()).describe("Warnings about effects of the DNS records that must be set"),
    checkedAt: instant.nullable().describe("Time of the last DNS check; null before the first one"),
    certificate: certificate
      .nullable()
      .describe("TLS certificate of the domain; null if this installation requests no certificates"),
    links: count.describe("Number of links in this domain"),
    createdAt: instant.describe("Creation time"),
    etag,
  },
  computed: {
    rootUrl: valueOf("rootUrl"),
    unknownUrl: valueOf("unknownUrl"),
    expiredUrl: valueOf("expiredUrl"),
    robotsTxt: valueOf("robotsTxt"),
    appleAppSiteAssociation: valueOf("appleAppSiteAssociation"),
    assetLinks: valueOf("assetLinks"),
    links: perKey(({ number }) => number, linksPerDomain, 0),
    etag: ({ revision }) => etagOf(revision),
  },
  weights: {
    rootUrl: { text: 20 },
    unknownUrl: { text: 20 },
    expiredUrl: { text: 20 },
    robotsTxt: { text: 100 },
    appleAppSiteAssociation: { text: 100 },
    assetLinks: { text: 100 },
    records: { length: 3 },
    problems: { length: 3 },
    warnings: { length: 3 },
  },
});
