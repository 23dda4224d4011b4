import { domainStates } from "@hoplog/schema/domains/state.js";
import { certificateStates } from "@hoplog/schema/domains/certificate.js";
import { z } from "zod";
import { answer, count, instant, message, recordId } from "../../kernel/calls/answers.ts";
import type { Answers, Tag } from "../../kernel/calls/operation.ts";
import { recordTypes } from "./dns/advice.ts";

const dnsRecord = z.object({
  type: z.enum(recordTypes).describe("ALIAS is what many providers call ANAME, or a flattened CNAME"),
  name: z.string(),
  value: z.string(),
  isFound: z.boolean().describe("Whether the last check has found it, or another one that does the same"),
});

const certificate = z.object({
  state: z
    .enum(certificateStates)
    .describe(
      "none: the domain is not served; waiting: it is being requested; failed: there is none, and the last attempt failed",
    ),
  notAfter: instant.nullable().describe("When it expires"),
  error: z.string().nullable().describe("Why the last attempt failed, and what to do"),
  nextTryAt: instant.nullable().describe("When the next attempt is due; of an issued one, its renewal"),
});
const setting = z.string().nullable();

const domain = z.object({
  _id: recordId,
  name: z.string().describe("As DNS has it"),
  displayName: z.string().describe("As people read it"),
  state: z
    .enum(domainStates)
    .describe("Verified and misconfigured ones are served. A removed one is not found any more"),
  ignoresCase: z.boolean().describe("Its codes are in lower case, and found however they are written"),
  isDefault: z.boolean().describe("New links are made in it where nothing else is said"),
  rootUrl: setting.describe("Where the bare host leads"),
  unknownUrl: setting.describe("Where unknown codes lead"),
  expiredUrl: setting.describe("Where expired links lead that have no URL of their own for it"),
  robotsTxt: setting,
  appleAppSiteAssociation: setting,
  assetLinks: setting,
  records: z.array(dnsRecord).describe("The DNS records that the owner has to set"),
  problems: z.array(z.string()).describe("What is wrong, and what to do"),
  warnings: z.array(z.string()).describe("What to know before DNS is changed"),
  checkedAt: instant.nullable().describe("When DNS was last asked"),
  certificate: certificate.nullable().describe("Null if this installation requests no certificates"),
  links: count,
  createdAt: instant,
});

export const domainAnswers = {
  Domain: domain,
  DomainAnswer: answer({ message: message.optional(), domain, data: domain }),
  DomainsAnswer: answer({ data: z.array(domain) }),
} satisfies Answers;

export const domainsTag: Tag = { name: "Domains", description: "Domains of one's own for short links" };
