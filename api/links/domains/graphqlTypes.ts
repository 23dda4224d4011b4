import type { CertificateState } from "@hoplog/schema/domains/certificate.js";
import type { DomainState } from "@hoplog/schema/domains/state.js";
import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, InputType, ObjectType } from "type-graphql";
import { ofEtag } from "../../kernel/calls/conditional.ts";
import { enumType } from "../../kernel/calls/enumType.ts";
import { etagOf } from "../../kernel/calls/etag.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { DomainStateType } from "../core/domainTypes.ts";
import type { DomainCertificate } from "./certificate.ts";
import type { DnsRecord } from "./dns/advice.ts";
import type { FoundDomain } from "./queries.ts";

export const DnsRecordTypeType = enumType<DnsRecord["type"]>("DnsRecordType", "The type of a DNS record", {
  TXT: "A text: it proves whose the domain is",
  CNAME: "Another name; can't stand beside other records of its own",
  A: "An IPv4 address",
  AAAA: "An IPv6 address",
  ALIAS: "What many providers call ANAME, or a flattened CNAME",
});

@ObjectType("DnsRecord", { description: "A record that the owner of a domain has to set in DNS" })
export class DnsRecordType implements DnsRecord {
  @Field(() => DnsRecordTypeType, { description: "Its type" })
  type!: DnsRecord["type"];

  @Field(() => String, { description: "The whole name that it is set for" })
  name!: string;

  @Field(() => String, { description: "What it says" })
  value!: string;

  @Field(() => Boolean, { description: "Whether the last check has found it, or another one that does the same" })
  isFound!: boolean;
}

const CertificateStateType = enumType<CertificateState>("CertificateState", "Whether a domain has a certificate", {
  none: "The domain is not served, so it needs none",
  waiting: "It is being requested, or will be soon",
  issued: "There is one that is valid",
  failed: "There is none, and the last attempt failed",
});

@ObjectType("DomainCertificate", { description: "The certificate of a domain" })
export class DomainCertificateType implements DomainCertificate {
  @Field(() => CertificateStateType, { description: "Whether there is one" })
  state!: CertificateState;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it expires" })
  notAfter!: Date | null;

  @Field(() => String, { nullable: true, description: "Why the last attempt failed, and what to do" })
  error!: string | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When the next attempt is due; of an issued one, its renewal",
  })
  nextTryAt!: Date | null;
}

@ObjectType("Domain", { description: "A domain of one's own for short links" })
export class DomainType {
  @Field(() => GraphQLUUID, { description: "Identifier of the domain" })
  id!: string;

  @Field(() => String, ofEtag)
  etag!: string;

  @Field(() => String, { description: "As DNS has it: lower case, punycode" })
  name!: string;

  @Field(() => String, { description: "As people read it" })
  displayName!: string;

  @Field(() => DomainStateType, { description: "Whether it is served; `problems` says what to do about it" })
  state!: DomainState;

  @Field(() => Boolean, { description: "Its codes are in lower case, and found however they are written" })
  ignoresCase!: boolean;

  @Field(() => Boolean, { description: "New links are made in it where nothing else is said" })
  isDefault!: boolean;

  @Weighs({ text: 20 })
  @Field(() => String, { nullable: true, description: "Where the bare host leads; null: to a page that says nothing" })
  rootUrl!: string | null;

  @Weighs({ text: 20 })
  @Field(() => String, { nullable: true, description: "Where unknown codes lead; null: to a page that says so" })
  unknownUrl!: string | null;

  @Weighs({ text: 20 })
  @Field(() => String, {
    nullable: true,
    description: "Where expired links lead that have no URL of their own for it; null: to a page that says so",
  })
  expiredUrl!: string | null;

  @Weighs({ text: 100 })
  @Field(() => String, { nullable: true, description: "What is served as /robots.txt; null: what is usual" })
  robotsTxt!: string | null;

  @Weighs({ text: 100 })
  @Field(() => String, {
    nullable: true,
    description: "What is served as /.well-known/apple-app-site-association: JSON; null: nothing",
  })
  appleAppSiteAssociation!: string | null;

  @Weighs({ text: 100 })
  @Field(() => String, {
    nullable: true,
    description: "What is served as /.well-known/assetlinks.json: JSON; null: nothing",
  })
  assetLinks!: string | null;

  @Weighs({ length: 3 })
  @Field(() => [DnsRecordType], { description: "The DNS records that the owner has to set" })
  records!: readonly DnsRecordType[];

  @Weighs({ length: 3 })
  @Field(() => [String], { description: "What is wrong and what to do about it, for people; empty where all is well" })
  problems!: readonly string[];

  @Weighs({ length: 3 })
  @Field(() => [String], { description: "What to know before DNS is changed, for people" })
  warnings!: readonly string[];

  @Field(() => GraphQLDateTime, { nullable: true, description: "When DNS was last asked; null before the first time" })
  checkedAt!: Date | null;

  @Field(() => DomainCertificateType, {
    nullable: true,
    description: "Its certificate; null if this installation requests none",
  })
  certificate!: DomainCertificateType | null;

  @Field(() => GraphQLDateTime, { description: "When the domain was added" })
  createdAt!: Date;

  number!: number;
}

@InputType({ description: "What is absent stays as it is; null or a blank text sets a setting to its default" })
export class UpdateDomainInput {
  @Field(() => String, { nullable: true, description: "Where the bare host leads: an http or https URL" })
  rootUrl?: string | null;

  @Field(() => String, { nullable: true, description: "Where unknown codes lead: an http or https URL" })
  unknownUrl?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Where expired links lead that have no URL of their own for it: an http or https URL",
  })
  expiredUrl?: string | null;

  @Field(() => String, { nullable: true, description: "What is served as /robots.txt, at most 16,384 bytes" })
  robotsTxt?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "What is served as /.well-known/apple-app-site-association: JSON, at most 16,384 bytes",
  })
  appleAppSiteAssociation?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "What is served as /.well-known/assetlinks.json: JSON, at most 16,384 bytes",
  })
  assetLinks?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether new links are made in it where nothing else is said; takes the place of the one before",
  })
  isDefault?: boolean | null;
}

export function toDomainType({ settings, ...domain }: FoundDomain): DomainType {
  const { rootUrl = null, unknownUrl = null, expiredUrl = null } = settings;
  const { robotsTxt = null, appleAppSiteAssociation = null, assetLinks = null } = settings;
  return {
    ...domain,
    etag: etagOf(domain.revision),
    rootUrl,
    unknownUrl,
    expiredUrl,
    robotsTxt,
    appleAppSiteAssociation,
    assetLinks,
  };
}
