/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** What an alarm watches for */
export type AlarmKind =
  /** Active links with unreachable destinations */
  | 'dead'
  /** Far fewer human clicks than usual */
  | 'drop'
  /** Links that expire soon, and domains that fail or will fail soon */
  | 'expiring'
  /** Far more human visits to unknown short URLs than usual */
  | 'misses'
  /** Far more human clicks than usual */
  | 'spike';

/** How unusual traffic must be */
export type AlarmSensitivity =
  /** Twice as many clicks, or half */
  | 'high'
  /** Five times as many clicks, or a tenth */
  | 'low'
  /** Three times as many clicks, or three tenths */
  | 'medium';

/** Period that is compared with previous weeks */
export type AlarmWindow =
  /** Each day */
  | 'day'
  /** Each hour */
  | 'hour';

/** Whether archived links are listed */
export type ArchivedMode =
  /** They are left out */
  | 'exclude'
  /** They are listed with the others */
  | 'include'
  /** Only they are listed */
  | 'only';

/** Exact values; all of them must match */
export type BotFilter = {
  /** User agent as it was sent */
  agent?: string | null | undefined;
  /** Number of an autonomous system; 0 for unknown ones */
  network?: string | null | undefined;
  /** Reason as answers contain it, such as `crawler: Googlebot` */
  reason?: string | null | undefined;
};

/** Rules that replace all existing rules */
export type BotRulesInput = {
  /** The workspace's own addresses and networks in CIDR notation */
  addresses?: Array<string>;
  /** Parameter of the short URL that marks the workspace's own visits; none by default */
  parameter?: OwnParameterInput | null | undefined;
  /** The first match decides */
  verdicts?: Array<OwnVerdictInput>;
  /** Version that the caller has seen; the change is rejected if there is a newer one */
  version?: number | null | undefined;
};

/** Whether a domain has a certificate */
export type CertificateState =
  /** There is no certificate, and the last attempt failed */
  | 'failed'
  /** The certificate is valid */
  | 'issued'
  /** The domain is not served, so it needs no certificate */
  | 'none'
  /** A certificate is being requested, or will be soon */
  | 'waiting';

/** Interval of one point of a chart */
export type ChartInterval =
  /** A day of the time zone */
  | 'day'
  /** An hour */
  | 'hour'
  /** A month of the time zone */
  | 'month'
  /** A week of the time zone, from Monday */
  | 'week';

/** Meaning that can be chosen for a column */
export type ChosenColumnUse =
  /** The code, or a short URL that contains it */
  | 'code'
  /** The destination */
  | 'destination'
  /** The expiry time */
  | 'expiry'
  /** Nothing; the column is not reported as lost */
  | 'ignore'
  /** Whether there is a password: such a link is created inactive */
  | 'password'
  /** Whether the link is active */
  | 'state'
  /** The tags */
  | 'tags'
  /** The name */
  | 'title';

/** Property of a click by which top lists are made */
export type ClickDimension =
  /** Number of the arm; 0 for none */
  | 'arm'
  /** Name of the browser */
  | 'browser'
  /** Name of the city with all its districts, without regard to case and accents */
  | 'city'
  /** ISO 3166-1 alpha-2 */
  | 'country'
  /** mobile, desktop, tablet or Unknown */
  | 'device'
  /** Name of the network's operator */
  | 'isp'
  /** One of those that the visitor asked for */
  | 'language'
  /** Name of the system */
  | 'os'
  /** Host */
  | 'referrer'
  /** Name of the region */
  | 'region'
  /** Number of the rule; 0 for none */
  | 'rule'
  /** qr for a QR code that was scanned and tells its scans apart, link for every other click */
  | 'trigger'
  /** utm_campaign */
  | 'utmCampaign'
  /** utm_content */
  | 'utmContent'
  /** utm_medium */
  | 'utmMedium'
  /** utm_source */
  | 'utmSource'
  /** utm_term */
  | 'utmTerm';

/** Period of a file */
export type ClickExportCadence =
  /** A day in UTC */
  | 'daily'
  /** An hour */
  | 'hourly';

/** What of a click a filter looks at */
export type ClickField =
  /** Number of the arm; 0 for none */
  | 'arm'
  /** Name of the browser */
  | 'browser'
  /** Name of the city with all its districts, without regard to case and accents */
  | 'city'
  /** ISO 3166-1 alpha-2 */
  | 'country'
  /** mobile, desktop, tablet or Unknown */
  | 'device'
  /** Name of the domain that the link is in now; empty for the default one */
  | 'domain'
  /** Id of the group that the link is in now; empty for none */
  | 'group'
  /** Name of the network's operator */
  | 'isp'
  /** One of those that the visitor asked for */
  | 'language'
  /** Id of the link */
  | 'link'
  /** Name of the system */
  | 'os'
  /** Host */
  | 'referrer'
  /** Name of the region */
  | 'region'
  /** Number of the rule; 0 for none */
  | 'rule'
  /** Website or app that the referrer belongs to, such as Google; the referrer itself where it is of none */
  | 'source'
  /** Id of a tag that the link has now; empty for none */
  | 'tag'
  /** qr for a QR code that was scanned and tells its scans apart, link for every other click */
  | 'trigger'
  /** utm_campaign */
  | 'utmCampaign'
  /** utm_content */
  | 'utmContent'
  /** utm_medium */
  | 'utmMedium'
  /** utm_source */
  | 'utmSource'
  /** utm_term */
  | 'utmTerm';

/** Narrows clicks; of several filters all must hold */
export type ClickFilter = {
  /** What it looks at */
  field: ClickField;
  /** How it compares */
  op: ClickFilterOp;
  /** At most 50; the empty text is the unknown value */
  values: Array<string>;
};

/** How a filter compares */
export type ClickFilterOp =
  /** Holds one of the values, in upper or lower case */
  | 'contains'
  /** Has one of the values */
  | 'is'
  /** Has none of the values */
  | 'isNot';

/** Whether a new link could have a code */
export type CodeState =
  /** A new link could have it */
  | 'free'
  /** It can't be a code there */
  | 'invalid'
  /** It is kept for pages */
  | 'reserved'
  /** A link has it, or had it */
  | 'taken';

/** The chosen meaning of a column */
export type ColumnChoiceInput = {
  /** Name of the column */
  name: string;
  /** Meaning of the column */
  use: ChosenColumnUse;
};

/** What of a visit a condition looks at */
export type ConditionField =
  /** The visitor's address: ranges in CIDR */
  | 'address'
  /** From an instant on */
  | 'after'
  /** Up to an instant, without it */
  | 'before'
  /** The browser's name */
  | 'browser'
  /** Where the visitor is: a city's name */
  | 'city'
  /** Where the visitor is: AF, AN, AS, EU, NA, OC or SA */
  | 'continent'
  /** Where the visitor is: ISO codes of two letters */
  | 'country'
  /** mobile, desktop, tablet or Unknown */
  | 'device'
  /** In the link's time zone: 0 to 23 */
  | 'hour'
  /** A language that the visitor wants, such as de or pt-BR */
  | 'language'
  /** The operating system's name */
  | 'os'
  /** A parameter of the short URL's query, by its name */
  | 'query'
  /** The host of the page that the visitor comes from */
  | 'referrer'
  /** Where the visitor is: a region's name */
  | 'region'
  /** person or bot */
  | 'visitor'
  /** In the link's time zone: sunday to saturday */
  | 'weekday';

/** Exactly one of all, any, not and field */
export type ConditionInput = {
  /** Holds if all of these hold */
  all?: Array<ConditionInput> | null | undefined;
  /** Holds if at least one of these holds */
  any?: Array<ConditionInput> | null | undefined;
  /** Property of the visit */
  field?: ConditionField | null | undefined;
  /** Name of the parameter; only for the field query */
  name?: string | null | undefined;
  /** Holds if this one does not */
  not?: ConditionInput | null | undefined;
  /** How it is compared; may be omitted for a field with a single way */
  op?: ConditionOp | null | undefined;
  /** What it is compared with, at most 100 values; none for exists */
  values?: Array<string> | null | undefined;
};

/** How a condition compares; not every field takes each */
export type ConditionOp =
  /** One of the values is a part of it */
  | 'contains'
  /** It is there */
  | 'exists'
  /** It is one of the values */
  | 'in'
  /** One of the values is a range that it is in */
  | 'matches'
  /** It is none of the values */
  | 'notIn';

/** A new alarm */
export type CreateAlarmInput = {
  /** Days of notice before something expires; 7 by default */
  daysBefore?: number | null | undefined;
  /** Recipients; new addresses receive a confirmation mail first */
  emails: Array<string>;
  /** Whether the alarm is active */
  isOn?: boolean | null | undefined;
  /** What the alarm watches for */
  kind: AlarmKind;
  /** Link to watch, for spikes and drops; all links by default */
  linkId?: string | null | undefined;
  /** Minimum clicks before firing; 20 by default */
  minimum?: number | null | undefined;
  /** Compared period; hour by default */
  per?: AlarmWindow | null | undefined;
  /** Start of quiet hours as HH:MM; null with `quietTo` for none */
  quietFrom?: string | null | undefined;
  /** End of quiet hours as HH:MM */
  quietTo?: string | null | undefined;
  /** How unusual traffic must be */
  sensitivity?: AlarmSensitivity | null | undefined;
  /** IANA time zone of the compared periods and the quiet hours */
  tz?: string | null | undefined;
};

/** A new API key */
export type CreateApiKeyInput = {
  /** Addresses, and networks in CIDR notation, that may use the key; all by default */
  addresses?: Array<string> | null | undefined;
  /** Only links of this host, empty for the default domain; null for links of all domains */
  domain?: string | null | undefined;
  /** Expiry time; null for never */
  expiresAt?: string | null | undefined;
  /** Only links of this group */
  groupId?: string | null | undefined;
  /** Name for its owner, at most 100 characters */
  name: string;
  /** Limit of the key; null for the limit of the account */
  requestsPerMinute?: number | null | undefined;
  /** Any of links:read, links:create, links:write, stats:read, groups:read, groups:write, tags:read, tags:write, domains:read, domains:write, conversions:read, conversions:write, notes:read, notes:write, bots:read, bots:write, alarms:read, alarms:write, reports:read, reports:write, shares:read, shares:write, clickExports:read, clickExports:write, clickRetention:read, clickRetention:write, webhooks:read, webhooks:write, queries:read, queries:write, sql:run, export, account:read; :write includes :read, links:write includes links:create */
  scopes: Array<string>;
  /** Only links with this tag */
  tag?: string | null | undefined;
};

/** A new export */
export type CreateClickExportInput = {
  /** ID of the access key */
  accessKeyId: string;
  /** Whether visits of bots are exported too */
  bots?: boolean;
  /** Name of the bucket */
  bucket: string;
  /** Period of each file */
  cadence?: ClickExportCadence;
  /** Whether conversions are exported too, in separate files by their report time */
  conversions?: boolean;
  /** URL of the S3 server, without a path */
  endpoint: string;
  /** Time of the first exported clicks, which may be in the past; now by default */
  from?: string | null | undefined;
  /** Name for its owner, at most 100 characters */
  name: string;
  /** Whether URLs contain the bucket in the path instead of the host name */
  pathStyle?: boolean;
  /** Prefix of the keys of all files */
  prefix?: string;
  /** Region of the bucket */
  region?: string;
  /** Secret access key, which cannot be read again */
  secret: string;
};

/** A new import */
export type CreateLinkImportInput = {
  /** Request the source page by page instead of uploading a file */
  api?: ImportApiInput | null | undefined;
  /** Domain of links whose own domain is not yours; the domain of new links by default */
  domain?: string | null | undefined;
  /** Name of the file, for display */
  fileName?: string | null | undefined;
  /** Name within which IDs of links are unique; the file's name or the source's host by default */
  name?: string | null | undefined;
  /** Service that the links come from */
  source: ImportSource;
};

/** A new link */
export type CreateLinkInput = {
  /** Whether search engines may index the preview of the link */
  allowIndexing?: boolean | null | undefined;
  /** Whether the path after the code is added to the destination */
  appendPath?: boolean | null | undefined;
  /** Name of an own domain. Null or blank: the default domain. If omitted, new links get the default domain for new links, and others keep theirs */
  domain?: string | null | undefined;
  /** Where the link leads after it expired */
  expiredUrl?: string | null | undefined;
  /** Time at which the link expires, in ISO 8601; without an offset it is in the time zone of the link. A date is valid to its end */
  expiresAt?: string | null | undefined;
  /** ID of the link in another program, unique in the workspace; null or blank removes it */
  externalId?: string | null | undefined;
  /** Whether an existing link of the workspace is returned if it has this destination and domain, and the code, external id, group and options as far as they are given. If there is none, one is created */
  findOrCreate?: boolean | null | undefined;
  /** Whether the visitor's query is added to the destination */
  forwardQuery?: boolean | null | undefined;
  /** Which of two parameters with the same name the destination gets; theirsWin by default */
  forwardQueryMode?: ForwardQueryMode | null | undefined;
  /** Group of the link; null removes it from its group */
  groupId?: string | null | undefined;
  /** Whether the short URL followed by + hides the destination */
  hideDestination?: boolean | null | undefined;
  /** How many people are redirected, counted from now on, until the link is used up */
  maxClicks?: number | null | undefined;
  /** Where the link leads when it is used up */
  maxClicksUrl?: string | null | undefined;
  /** Name for the owner */
  name: string;
  /** Time before which the link leads nowhere, in ISO 8601; without an offset it is in the time zone of the link */
  notBefore?: string | null | undefined;
  /** Text of several lines for people who manage the link; null or blank removes it */
  note?: string | null | undefined;
  /** Destination: an http or https URL */
  originalUrl: string;
  /** Whether the destination gets the id of the click as the parameter hop_id, for conversions */
  passClickId?: boolean | null | undefined;
  /** 4 to 128 characters that visitors are asked for. It cannot be read again: see `hasPassword` */
  password?: string | null | undefined;
  /** What crawlers that create previews get */
  preview?: LinkPreviewInput | null | undefined;
  /** HTTP status of redirects: 301, 302, 307 or 308; 302 by default */
  redirectStatus?: number | null | undefined;
  /** All rules in order, at most 32; the first whose condition holds decides */
  rules?: Array<LinkRuleInput> | null | undefined;
  /** Short code: 3 to 50 letters, digits, hyphens and underscores; in an own domain 1 to 190 with slashes. If blank or omitted, one is generated */
  shortUrl?: string | null | undefined;
  /** Where visits lead that no rule applies to, instead of originalUrl */
  split?: SplitInput | null | undefined;
  /** Names of all tags of the link; unknown tags are created. At most 50; null removes all */
  tags?: Array<string> | null | undefined;
  /** IANA time zone; UTC by default */
  timeZone?: string | null | undefined;
};

/** A new note */
export type CreateNoteInput = {
  /** Point in time, in the years 2000 to 2099 */
  at: string;
  /** Link of the note; the whole workspace by default */
  linkId?: string | null | undefined;
  /** One line of at most 500 characters */
  text: string;
};

/** A new report */
export type CreateReportInput = {
  /** How often it is sent */
  cadence: ReportCadence;
  /** Recipient, who has to consent by a link in a mail */
  email: string;
  /** IANA time zone of its weeks and months */
  tz?: string;
};

/** A new shared page */
export type CreateShareInput = {
  /** Lists on the page, in this order */
  dimensions?: Array<ShareDimension> | null | undefined;
  /** Expiry time; null for never */
  expiresAt?: string | null | undefined;
  /** Figures on the page, at least one */
  figures?: Array<ShareFigure> | null | undefined;
  /** Nothing before this time is shown; null for no limit */
  from?: string | null | undefined;
  /** Title of the page */
  name?: string | null | undefined;
  /** Sites that may embed the page, such as https://example.com */
  origins?: Array<string> | null | undefined;
  /** Password with 8 to 128 characters; null or empty for none */
  password?: string | null | undefined;
  /** Scope of the page */
  target: ShareTarget;
  /** ID of the group or link; null for the workspace */
  targetId?: string | null | undefined;
  /** IANA time zone of its days */
  timeZone?: string | null | undefined;
};

/** A new tag */
export type CreateTagInput = {
  /** Derived from the name by default */
  colour?: TagColour | null | undefined;
  /** At most 50 characters, without commas */
  name: string;
};

/** A new webhook */
export type CreateWebhookInput = {
  /** Numbers of clicks that trigger link.clicks */
  clickMilestones?: Array<number> | null | undefined;
  /** Any of link.created, link.updated, link.deleted, link.expired, link.usedUp, link.clicks, click, domain.lost, import.done */
  events: Array<string>;
  /** Groups of links whose events are sent */
  groupIds?: Array<string> | null | undefined;
  /** With `groupIds`, the links whose events are sent; both empty for all links */
  linkIds?: Array<string> | null | undefined;
  /** Name for its owner; the host of its URL by default */
  name?: string | null | undefined;
  /** Whether messages about a link wait until the previous one is delivered or given up */
  ordered?: boolean | null | undefined;
  /** URL that receives the messages */
  url: string;
};

/** How a user was signed in */
export type CredentialKind =
  /** With an API key */
  | 'apiKey'
  /** With a session */
  | 'session';

/** Which number of a date such as 03/04/2024 is the day */
export type DateOrder =
  /** The first number */
  | 'dayFirst'
  /** The second number */
  | 'monthFirst';

/** Why visitors don't get what a link promises */
export type DestinationProblem =
  /** Its certificate is not valid */
  | 'certificateInvalid'
  /** Nothing answers there: connections are refused */
  | 'connectionRefused'
  /** Its host is not known to DNS */
  | 'hostNotFound'
  /** It doesn't answer in time, or hangs up */
  | 'noAnswer'
  /** The server says that it isn't there (404 or 410) */
  | 'notFound'
  /** The server has failed (5xx) */
  | 'serverError'
  /** It redirects again and again */
  | 'tooManyRedirects';

/** Values of a property, as lists of clicks contain them */
export type DimensionValues = {
  /** The property */
  field: ClickDimension;
  /** The values; empty for the unknown one */
  values: Array<string>;
};

/** Type of a DNS record */
export type DnsRecordType =
  /** An IPv4 address */
  | 'A'
  /** An IPv6 address */
  | 'AAAA'
  /** An alias at the apex; many providers call it ANAME or flattened CNAME */
  | 'ALIAS'
  /** An alias of another name; no other records may exist for its own name */
  | 'CNAME'
  /** A text that proves ownership */
  | 'TXT';

/** Whether a domain is served */
export type DomainState =
  /** Ownership could not be verified for a week; the domain is no longer served */
  | 'lost'
  /** Served, but a DNS record is missing or leads elsewhere */
  | 'misconfigured'
  /** Ownership has never been verified; the domain is not served yet */
  | 'pending'
  /** Removed by its owner; the domain is no longer served */
  | 'removed'
  /** Served; DNS records lead here */
  | 'verified';

/** How long before and after an edit clicks are counted */
export type EffectSpan =
  /** 24 hours */
  | 'day'
  /** An hour */
  | 'hour'
  /** 30 days */
  | 'month'
  /** 7 days */
  | 'week';

/** Kind of a thing that expires or does not work */
export type ExpiringKind =
  /** A domain whose certificate expires and could not be renewed */
  | 'certificate'
  /** A link whose destination is unreachable */
  | 'destination'
  /** A domain whose DNS records lead elsewhere */
  | 'dnsMismatch'
  /** A link that expires */
  | 'link'
  /** A domain that no longer belongs to the workspace */
  | 'ownershipLost'
  /** A domain whose TXT record is missing */
  | 'txtMissing';

/** Content of files */
export type ExportContent =
  /** Clicks of their period */
  | 'clicks'
  /** Conversions that were reported in their period */
  | 'conversions';

/** State of a file */
export type ExportedFileState =
  /** The period had no rows, so no file was written */
  | 'empty'
  /** The last attempt failed and will be retried */
  | 'failed'
  /** It will be written */
  | 'waiting'
  /** It is being written */
  | 'writing'
  /** It is in the bucket */
  | 'written';

/** Which of two parameters of one name the destination gets */
export type ForwardQueryMode =
  /** The destination's own */
  | 'keepMine'
  /** The visitor's */
  | 'theirsWin';

/** Access to the API of a source */
export type ImportApiInput = {
  /** URL of a self-hosted service; the public service by default */
  address?: string | null | undefined;
  /** API key; stored encrypted until all is read, never returned */
  key: string;
};

/** Meaning of a column */
export type ImportColumnUse =
  /** Whether the link is archived */
  | 'archived'
  /** The click limit */
  | 'clickLimit'
  /** The number of clicks */
  | 'clicks'
  /** The code, or a short URL that contains it */
  | 'code'
  /** The creation time */
  | 'createdAt'
  /** The destination */
  | 'destination'
  /** The domain */
  | 'domain'
  /** The destination after expiry */
  | 'expiredUrl'
  /** The expiry time */
  | 'expiry'
  /** The external ID */
  | 'externalId'
  /** Whether the link is a favourite */
  | 'favourite'
  /** Whether query parameters are passed to the destination */
  | 'forwardQuery'
  /** The group */
  | 'group'
  /** The ID at the source */
  | 'id'
  /** Nothing; the column is not reported as lost */
  | 'ignore'
  /** Whether search engines may list the link */
  | 'indexing'
  /** The short URL */
  | 'link'
  /** The start time */
  | 'notBefore'
  /** The note */
  | 'note'
  /** Further options */
  | 'options'
  /** Whether there is a password: such a link is created inactive */
  | 'password'
  /** The preview */
  | 'preview'
  /** The redirect status */
  | 'redirectType'
  /** Rules and split */
  | 'rules'
  /** Whether the link is active */
  | 'state'
  /** The tags */
  | 'tags'
  /** The name */
  | 'title';

/** Property of a link that cannot be imported */
export type ImportLossKind =
  /** The code: it is taken or invalid here */
  | 'code'
  /** An unrecognised column */
  | 'column'
  /** A date that cannot be read */
  | 'date'
  /** The domain: it does not belong to the workspace */
  | 'domain'
  /** The group */
  | 'group'
  /** Options that are not supported */
  | 'options'
  /** The password: the link is inactive until it gets a new one */
  | 'password'
  /** A restriction that cannot be read or stored: the link is inactive */
  | 'restriction'
  /** Rules that are not supported */
  | 'rules'
  /** Invalid tags */
  | 'tags'
  /** The end of a text that is too long */
  | 'text'
  /** Details of visits; only their number is imported */
  | 'visits';

/** Result of a row */
export type ImportOutcome =
  /** A link was created */
  | 'done'
  /** No link could be created */
  | 'failed'
  /** The link existed */
  | 'unchanged';

/** Rows to list */
export type ImportRowFilter =
  /** All rows */
  | 'all'
  /** Rows that could not be imported */
  | 'failed'
  /** Rows that lose something */
  | 'losses'
  /** Rows that cannot be imported */
  | 'rejected';

/** Service that links are imported from */
export type ImportSource =
  /** Bitly */
  | 'bitly'
  /** BL.INK */
  | 'blink'
  /** Browser bookmarks */
  | 'bookmarks'
  /** Any CSV file */
  | 'csv'
  /** Cutt.ly */
  | 'cuttly'
  /** Dub */
  | 'dub'
  /** hoplog */
  | 'hoplog'
  /** Kutt */
  | 'kutt'
  /** Polr */
  | 'polr'
  /** Pretty Links (WordPress) */
  | 'prettylinks'
  /** Rebrandly */
  | 'rebrandly'
  /** Redirection (WordPress) */
  | 'redirection'
  /** Shlink */
  | 'shlink'
  /** Short.io */
  | 'shortio'
  /** ThirstyAffiliates (WordPress) */
  | 'thirstyaffiliates'
  /** T.LY */
  | 'tly'
  /** YOURLS */
  | 'yourls';

/** Progress of an import */
export type ImportState =
  /** Cancelled; created links remain */
  | 'cancelled'
  /** Finished */
  | 'done'
  /** The source cannot be read */
  | 'failed'
  /** Receiving and reading the file, or requesting the source */
  | 'reading'
  /** Read completely; nothing is created yet */
  | 'ready'
  /** Creating links */
  | 'running';

/** Planned result of a row */
export type ImportVerdict =
  /** A link will be created */
  | 'create'
  /** The link was imported before */
  | 'exists'
  /** No link can be created */
  | 'rejected';

/** Progress of importing visits */
export type ImportVisitsState =
  /** Cancelled; imported visits remain */
  | 'cancelled'
  /** Finished */
  | 'done'
  /** Timed out */
  | 'failed'
  /** No visits, or the links are not created yet */
  | 'none'
  /** Importing visits */
  | 'running';

/** Classification of a request */
export type LedgerPart =
  /** A bot */
  | 'bot'
  /** A person's first click on the link on a day (UTC) */
  | 'firstVisit'
  /** A HEAD request */
  | 'head'
  /** A visit that led nowhere */
  | 'miss'
  /** A visit of the workspace's own, by its addresses or its parameter */
  | 'own'
  /** Fetched by a browser before a visit */
  | 'prefetch'
  /** A program that shows a preview of the link */
  | 'preview'
  /** A click that the workspace's retention has removed; its sums remain */
  | 'removed'
  /** Another click of the same person on the same link and day */
  | 'repeat';

/** Which links; all conditions must hold */
export type LinkFilterInput = {
  /** Archived links are left out by default */
  archived?: ArchivedMode | null | undefined;
  /** Only links with at most this many clicks of all time, bots not included */
  clicksMax?: number | null | undefined;
  /** Only links with at least this many clicks of all time, bots not included */
  clicksMin?: number | null | undefined;
  /** Only links created at this time or later */
  createdFrom?: string | null | undefined;
  /** Only links created before this time */
  createdTo?: string | null | undefined;
  /** Only links created by this user or API key */
  creator?: string | null | undefined;
  /** Only links whose destination failed its checks; false: only the others */
  deadDestination?: boolean | null | undefined;
  /** Only links of the domain with this name; blank: of the default domain */
  domain?: string | null | undefined;
  /** Only the link with this external id */
  externalId?: string | null | undefined;
  /** Only favourites of the caller; false: only the others */
  favourite?: boolean | null | undefined;
  /** Only links of this group */
  groupId?: string | null | undefined;
  /** Only links with a note; false: only the others */
  hasNote?: boolean | null | undefined;
  /** Only links that are activated, have not expired and are not used up; false: only the others */
  isActive?: boolean | null | undefined;
  /** Part of the name, original URL, code, note, a tag or the domain, ignoring case and accents */
  search?: string | null | undefined;
  /** Names of tags; an empty list means any link */
  tags?: Array<string> | null | undefined;
  /** Which of the tags links must have; any by default */
  tagsMode?: TagsMode | null | undefined;
};

/** What a job changes in each link; omitted fields keep their values */
export type LinkJobChangeInput = {
  /** Names of tags to add; unknown tags are created */
  addTags?: Array<string> | null | undefined;
  /** Whether search engines may index the preview of the link */
  allowIndexing?: boolean | null | undefined;
  /** Whether the path after the code is added to the destination */
  appendPath?: boolean | null | undefined;
  /** Whether the links are deleted with their clicks, which cannot be undone */
  delete?: boolean | null | undefined;
  /** Name of an own domain. Null or blank: the default domain. If omitted, new links get the default domain for new links, and others keep theirs */
  domain?: string | null | undefined;
  /** Where the link leads after it expired */
  expiredUrl?: string | null | undefined;
  /** Time at which the link expires, in ISO 8601; without an offset it is in the time zone of the link. A date is valid to its end */
  expiresAt?: string | null | undefined;
  /** ID of the link in another program, unique in the workspace; null or blank removes it */
  externalId?: string | null | undefined;
  /** Whether the visitor's query is added to the destination */
  forwardQuery?: boolean | null | undefined;
  /** Which of two parameters with the same name the destination gets; theirsWin by default */
  forwardQueryMode?: ForwardQueryMode | null | undefined;
  /** Group of the link; null removes it from its group */
  groupId?: string | null | undefined;
  /** Whether the short URL followed by + hides the destination */
  hideDestination?: boolean | null | undefined;
  /** Whether the links are active */
  isActive?: boolean | null | undefined;
  /** Whether lists leave it out; archived links still redirect */
  isArchived?: boolean | null | undefined;
  /** Whether it is a favourite of the caller */
  isFavourite?: boolean | null | undefined;
  /** How many people are redirected, counted from now on, until the link is used up */
  maxClicks?: number | null | undefined;
  /** Where the link leads when it is used up */
  maxClicksUrl?: string | null | undefined;
  /** Name for the owner */
  name?: string | null | undefined;
  /** Time before which the link leads nowhere, in ISO 8601; without an offset it is in the time zone of the link */
  notBefore?: string | null | undefined;
  /** Text of several lines for people who manage the link; null or blank removes it */
  note?: string | null | undefined;
  /** Destination: an http or https URL */
  originalUrl?: string | null | undefined;
  /** Whether the destination gets the id of the click as the parameter hop_id, for conversions */
  passClickId?: boolean | null | undefined;
  /** 4 to 128 characters that visitors are asked for. It cannot be read again: see `hasPassword` */
  password?: string | null | undefined;
  /** What crawlers that create previews get */
  preview?: LinkPreviewInput | null | undefined;
  /** HTTP status of redirects: 301, 302, 307 or 308; 302 by default */
  redirectStatus?: number | null | undefined;
  /** Names of tags to remove */
  removeTags?: Array<string> | null | undefined;
  /** All rules in order, at most 32; the first whose condition holds decides */
  rules?: Array<LinkRuleInput> | null | undefined;
  /** Short code; blank keeps the current one */
  shortUrl?: string | null | undefined;
  /** Where visits lead that no rule applies to, instead of originalUrl */
  split?: SplitInput | null | undefined;
  /** Names of all tags of the link; unknown tags are created. At most 50; null removes all */
  tags?: Array<string> | null | undefined;
  /** IANA time zone; UTC by default */
  timeZone?: string | null | undefined;
  /** Campaign parameters to set in the destination of each link; blank removes one, others stay */
  utm?: Array<UtmParameterInput> | null | undefined;
};

/** Progress of a job */
export type LinkJobState =
  /** Stopped; completed changes remain */
  | 'cancelled'
  /** Finished: each link was changed or refused */
  | 'done'
  /** Changing links */
  | 'running'
  /** Not started */
  | 'waiting';

/** What crawlers that create previews get */
export type LinkPreviewInput = {
  /** Text below the title */
  description?: string | null | undefined;
  /** URL of an image */
  imageUrl?: string | null | undefined;
  /** Title */
  title?: string | null | undefined;
};

/** Where visits lead that meet a condition */
export type LinkRuleInput = {
  /** Name for the owner */
  name?: string | null | undefined;
  /** Number of a rule that the link has; without it, the rule is new */
  number?: number | null | undefined;
  /** Where these visits lead */
  then: RuleActionInput;
  /** Condition that visits must meet */
  when: ConditionInput;
};

/** How links are sorted */
export type LinkSort = {
  /** Whether the smallest or the largest value comes first */
  direction: SortDirection;
  /** What they are sorted by */
  field: LinkSortField;
};

/** What links are sorted by; links without a value come last */
export type LinkSortField =
  /** Time of archiving */
  | 'archived'
  /** Number of clicks, without bots unless they are asked for */
  | 'clicks'
  /** Creation time */
  | 'created'
  /** Name of the API key that created the link */
  | 'creator'
  /** Original URL */
  | 'destination'
  /** Name of the domain */
  | 'domain'
  /** Time of expiry */
  | 'expires'
  /** External id */
  | 'externalId'
  /** Favourites of the caller */
  | 'favourite'
  /** Name of the group */
  | 'group'
  /** Name, ignoring case */
  | 'name'
  /** Beginning of the note */
  | 'note'
  /** Active, scheduled, expired, used up, inactive, listed, unreachable, banned; pages after a cursor show the state at the time of the first page */
  | 'state'
  /** Name of the first tag */
  | 'tags'
  /** Time of the last edit */
  | 'updated';

/** What a link does for visitors */
export type LinkState =
  /** It leads on */
  | 'active'
  /** An operator has banned it */
  | 'banned'
  /** It is switched on, and its time is over */
  | 'expired'
  /** Its owner has switched it off */
  | 'inactive'
  /** It may lead to a URL that is listed as harmful: visitors get a warning */
  | 'listed'
  /** It is switched on, and leads nowhere yet */
  | 'scheduled'
  /** Its domain is not served: it is not proved yet, lost or removed */
  | 'unreachable'
  /** It is switched on, and as many people as its cap allows have been redirected */
  | 'usedUp';

/** Who says that a URL is harmful */
export type ListingSource =
  /** The blocklist of the people who run this service */
  | 'blocklist'
  /** The service that they have URLs checked by */
  | 'checker';

/** Exact values; all of them must match */
export type MissFilter = {
  /** Requested code */
  code?: string | null | undefined;
  /** ISO 3166-1 alpha-2; empty for unknown */
  country?: string | null | undefined;
  /** Requested host */
  host?: string | null | undefined;
  /** Why they led nowhere */
  reason?: MissReason | null | undefined;
  /** Host of the referring page; empty for none */
  referrer?: string | null | undefined;
};

/** Why a visit led nowhere */
export type MissReason =
  /** The link is banned */
  | 'banned'
  /** The host without a code */
  | 'baseUrl'
  /** A rule of the link blocks the visitor */
  | 'blocked'
  /** The link has expired */
  | 'expired'
  /** The link is switched off, by its owner or by a ban */
  | 'inactive'
  /** The destination is listed as harmful */
  | 'listed'
  /** The link is not active yet */
  | 'notYet'
  /** No link has the code */
  | 'unknown'
  /** Nothing is served under the host */
  | 'unknownHost'
  /** The click limit of the link is reached */
  | 'usedUp'
  /** The password was wrong */
  | 'wrongPassword';

/** Something that sends data out or grants access */
export type OutletKind =
  /** Alarm */
  | 'alarm'
  /** API key */
  | 'apiKey'
  /** Domain target */
  | 'domainTarget'
  /** Export */
  | 'export'
  /** Report */
  | 'report'
  /** Shared page */
  | 'sharedPage'
  /** SQL access */
  | 'sqlAccess'
  /** Webhook */
  | 'webhook';

/** Whether an outlet works */
export type OutletState =
  /** It sends data or grants access */
  | 'active'
  /** It does neither until it is resumed */
  | 'paused';

/** A parameter of the short URL that marks own visits */
export type OwnParameterInput = {
  /** Its name */
  name: string;
  /** Its value, a secret */
  value: string;
};

/** A workspace's classification of visitors */
export type OwnVerdictInput = {
  /** Property that is matched */
  field: VerdictField;
  /** A part of the user agent, the number of a network, or a host with all its subdomains */
  value: string;
  /** How matching visitors are classified */
  verdict: VerdictKind;
};

/** Changes to a preset; omitted fields keep their value */
export type PresetInput = {
  /** At most 100 characters */
  name?: string | null | undefined;
  /** URL query string without the leading `?` */
  query?: string | null | undefined;
};

/** Kind of a preset */
export type PresetKind =
  /** Look of QR codes: `dark`, `light`, `shape`, `corners`, `quiet`, `level`, `tellsScans` */
  | 'qrDesign'
  /** Campaign parameters with their values, as in the query of a destination */
  | 'utmTemplate'
  /** Filters and order of the list of links, as in the URL of the list */
  | 'view';

/** Half-open; an absent end is open */
export type Range = {
  /** First moment of the range; absent: from the beginning */
  from?: string | null | undefined;
  /** First moment behind the range; absent: up to now */
  to?: string | null | undefined;
};

/** A new account */
export type RegisterInput = {
  /** The password once more */
  confirmPassword: string;
  /** A telephone number */
  contactNumber: string;
  /** The address to sign in with */
  email: string;
  /** The person's name */
  name: string;
  /** The password to sign in with */
  password: string;
};

/** How often a report is sent */
export type ReportCadence =
  /** On the first of each month, about the previous month */
  | 'monthly'
  /** Each Monday, about the previous week */
  | 'weekly';

/** Where a rule leads: exactly one of url, split and blocked */
export type RuleActionInput = {
  /** True leads nowhere: visitors get a page that says so */
  blocked?: boolean | null | undefined;
  /** Several destinations */
  split?: SplitInput | null | undefined;
  /** One destination */
  url?: string | null | undefined;
};

/** Changes to a saved query; omitted fields keep their value */
export type SavedQueryInput = {
  /** Unique name in the workspace, at most 100 characters */
  name?: string | null | undefined;
  /** Query in SQL, at most 8000 characters */
  text?: string | null | undefined;
};

/** A list that a shared page may show, and a field that filters it */
export type ShareDimension =
  /** Name of the browser */
  | 'browser'
  /** Name of the city with all its districts, without regard to case and accents */
  | 'city'
  /** ISO 3166-1 alpha-2 */
  | 'country'
  /** mobile, desktop, tablet or Unknown */
  | 'device'
  /** Name of the network's operator */
  | 'isp'
  /** One of those that the visitor asked for */
  | 'language'
  /** Name of the system */
  | 'os'
  /** Host */
  | 'referrer'
  /** Name of the region */
  | 'region'
  /** qr for a QR code that was scanned and tells its scans apart, link for every other click */
  | 'trigger'
  /** utm_campaign */
  | 'utmCampaign'
  /** utm_content */
  | 'utmContent'
  /** utm_medium */
  | 'utmMedium'
  /** utm_source */
  | 'utmSource'
  /** utm_term */
  | 'utmTerm';

/** A figure that a shared page may show */
export type ShareFigure =
  /** Visits of bots */
  | 'bots'
  /** Clicks over time */
  | 'chart'
  /** Human clicks */
  | 'clicks'
  /** Leads and sales, also in the rows of lists */
  | 'conversions'
  /** Revenue by currency, also in the rows of lists */
  | 'revenue'
  /** Visitors per UTC day, added up over the days */
  | 'uniqueVisitors';

/** Scope of a shared page */
export type ShareTarget =
  /** Clicks of the links that are currently in a group */
  | 'group'
  /** Clicks of one link */
  | 'link'
  /** All clicks */
  | 'workspace';

/** What comes first */
export type SortDirection =
  /** The smallest value first */
  | 'asc'
  /** The largest value first */
  | 'desc';

/** One of the destinations of a split */
export type SplitArmInput = {
  /** Name for the owner */
  name?: string | null | undefined;
  /** Number of an arm that the link has; without it, the arm is new */
  number?: number | null | undefined;
  /** An http or https URL */
  url: string;
  /** 0 to 1000: share of the visits is this weight divided by the sum of all weights */
  weight: number;
};

/** Several destinations among which visits are divided */
export type SplitInput = {
  /** 2 to 10 destinations */
  arms: Array<SplitArmInput>;
  /** Whether returning visitors get the same arm */
  sticky?: boolean | null | undefined;
};

/** Which links a job changes, and how */
export type StartLinkJobInput = {
  /** Change of each link */
  change: LinkJobChangeInput;
  /** Instead of ids: all links that match when the job starts */
  filter?: LinkFilterInput | null | undefined;
  /** Ids of links; only REST takes as many as 10,000 */
  linkIds?: Array<string> | null | undefined;
};

/** Exact values; absent means any, empty the unknown ones */
export type StatsFilter = {
  /** Name of the browser */
  browser?: string | null | undefined;
  /** ISO 3166-1 alpha-2 */
  country?: string | null | undefined;
  /** mobile, desktop, tablet or Unknown */
  device?: string | null | undefined;
  /** Name of the system */
  os?: string | null | undefined;
  /** Host */
  referrer?: string | null | undefined;
  /** Website or app that the referrer belongs to, such as Google; the referrer itself where it is of none */
  source?: string | null | undefined;
};

/** Colour of a tag; each client has a light and a dark shade of it */
export type TagColour =
  /** The colour amber */
  | 'amber'
  /** The colour blue */
  | 'blue'
  /** The colour cyan */
  | 'cyan'
  /** The colour gray */
  | 'gray'
  /** The colour green */
  | 'green'
  /** The colour orange */
  | 'orange'
  /** The colour pink */
  | 'pink'
  /** The colour red */
  | 'red'
  /** The colour teal */
  | 'teal'
  /** The colour violet */
  | 'violet';

/** Which of the given tags a link must have */
export type TagsMode =
  /** All of them */
  | 'all'
  /** At least one of them */
  | 'any'
  /** None of them */
  | 'none';

/** What happens to a visitor of a link */
export type TrialOutcome =
  /** An operator has banned the link */
  | 'banned'
  /** A rule blocks the visitor */
  | 'blocked'
  /** The link has expired */
  | 'expired'
  /** The owner has switched the link off */
  | 'inactive'
  /** The destination may be listed as harmful: the visitor gets a warning */
  | 'listed'
  /** The link is not active yet */
  | 'notYet'
  /** The visitor gets a password form */
  | 'password'
  /** A crawler gets the link's preview */
  | 'preview'
  /** The visitor is redirected */
  | 'redirect'
  /** The visitor is not a person: links with a click limit do not redirect others */
  | 'uncounted'
  /** The domain of the link is not served */
  | 'unreachable'
  /** The click limit of the link is reached */
  | 'usedUp';

/** Changes to an alarm; omitted fields keep their value */
export type UpdateAlarmInput = {
  /** Days of notice before something expires; 7 by default */
  daysBefore?: number | null | undefined;
  /** Recipients; new addresses receive a confirmation mail first */
  emails?: Array<string> | null | undefined;
  /** Whether the alarm is active */
  isOn?: boolean | null | undefined;
  /** Minimum clicks before firing; 20 by default */
  minimum?: number | null | undefined;
  /** Start of quiet hours as HH:MM; null with `quietTo` for none */
  quietFrom?: string | null | undefined;
  /** End of quiet hours as HH:MM */
  quietTo?: string | null | undefined;
  /** How unusual traffic must be */
  sensitivity?: AlarmSensitivity | null | undefined;
  /** IANA time zone of the compared periods and the quiet hours */
  tz?: string | null | undefined;
};

/** Changes to an export; omitted fields keep their value */
export type UpdateClickExportInput = {
  /** ID of a new access key, together with its secret */
  accessKeyId?: string | null | undefined;
  /** Whether conversions are exported too, in separate files */
  conversions?: boolean | null | undefined;
  /** Whether files are written */
  enabled?: boolean | null | undefined;
  /** Name for its owner */
  name?: string | null | undefined;
  /** New secret access key */
  secret?: string | null | undefined;
};

/** Changes to a domain; null or an empty string restores a default */
export type UpdateDomainInput = {
  /** JSON of /.well-known/apple-app-site-association, at most 16384 bytes */
  appleAppSiteAssociation?: string | null | undefined;
  /** JSON of /.well-known/assetlinks.json, at most 16384 bytes */
  assetLinks?: string | null | undefined;
  /** Redirect target of expired links without their own: an http or https URL */
  expiredUrl?: string | null | undefined;
  /** Whether new links use this domain by default; replaces the previous default */
  isDefault?: boolean | null | undefined;
  /** Content of /robots.txt, at most 16384 bytes */
  robotsTxt?: string | null | undefined;
  /** Redirect target of the bare host: an http or https URL */
  rootUrl?: string | null | undefined;
  /** Redirect target of unknown codes: an http or https URL */
  unknownUrl?: string | null | undefined;
};

/** Changes to an import that is ready; null keeps a value */
export type UpdateLinkImportInput = {
  /** All choices; other columns are recognised by their names */
  columns?: Array<ColumnChoiceInput> | null | undefined;
  /** Which number of a date is the day */
  dates?: DateOrder | null | undefined;
  /** Name within which IDs of links are unique */
  name?: string | null | undefined;
};

/** Changes of a link; omitted fields keep their values */
export type UpdateLinkInput = {
  /** Whether search engines may index the preview of the link */
  allowIndexing?: boolean | null | undefined;
  /** Whether the path after the code is added to the destination */
  appendPath?: boolean | null | undefined;
  /** Name of an own domain. Null or blank: the default domain. If omitted, new links get the default domain for new links, and others keep theirs */
  domain?: string | null | undefined;
  /** Where the link leads after it expired */
  expiredUrl?: string | null | undefined;
  /** Time at which the link expires, in ISO 8601; without an offset it is in the time zone of the link. A date is valid to its end */
  expiresAt?: string | null | undefined;
  /** ID of the link in another program, unique in the workspace; null or blank removes it */
  externalId?: string | null | undefined;
  /** Whether the visitor's query is added to the destination */
  forwardQuery?: boolean | null | undefined;
  /** Which of two parameters with the same name the destination gets; theirsWin by default */
  forwardQueryMode?: ForwardQueryMode | null | undefined;
  /** Group of the link; null removes it from its group */
  groupId?: string | null | undefined;
  /** Whether the short URL followed by + hides the destination */
  hideDestination?: boolean | null | undefined;
  /** Whether lists leave it out; archived links still redirect */
  isArchived?: boolean | null | undefined;
  /** Whether it is a favourite of the caller */
  isFavourite?: boolean | null | undefined;
  /** How many people are redirected, counted from now on, until the link is used up */
  maxClicks?: number | null | undefined;
  /** Where the link leads when it is used up */
  maxClicksUrl?: string | null | undefined;
  /** Name for the owner */
  name?: string | null | undefined;
  /** Time before which the link leads nowhere, in ISO 8601; without an offset it is in the time zone of the link */
  notBefore?: string | null | undefined;
  /** Text of several lines for people who manage the link; null or blank removes it */
  note?: string | null | undefined;
  /** Destination: an http or https URL */
  originalUrl?: string | null | undefined;
  /** Whether the destination gets the id of the click as the parameter hop_id, for conversions */
  passClickId?: boolean | null | undefined;
  /** 4 to 128 characters that visitors are asked for. It cannot be read again: see `hasPassword` */
  password?: string | null | undefined;
  /** What crawlers that create previews get */
  preview?: LinkPreviewInput | null | undefined;
  /** HTTP status of redirects: 301, 302, 307 or 308; 302 by default */
  redirectStatus?: number | null | undefined;
  /** All rules in order, at most 32; the first whose condition holds decides */
  rules?: Array<LinkRuleInput> | null | undefined;
  /** Short code; blank keeps the current one */
  shortUrl?: string | null | undefined;
  /** Where visits lead that no rule applies to, instead of originalUrl */
  split?: SplitInput | null | undefined;
  /** Names of all tags of the link; unknown tags are created. At most 50; null removes all */
  tags?: Array<string> | null | undefined;
  /** IANA time zone; UTC by default */
  timeZone?: string | null | undefined;
};

/** Changes to a note; omitted fields keep their value */
export type UpdateNoteInput = {
  /** Point in time, in the years 2000 to 2099 */
  at?: string | null | undefined;
  /** One line of at most 500 characters */
  text?: string | null | undefined;
};

/** Changes to a shared page; omitted fields keep their value, null clears them */
export type UpdateShareInput = {
  /** Lists on the page, in this order */
  dimensions?: Array<ShareDimension> | null | undefined;
  /** Expiry time; null for never */
  expiresAt?: string | null | undefined;
  /** Figures on the page, at least one */
  figures?: Array<ShareFigure> | null | undefined;
  /** Nothing before this time is shown; null for no limit */
  from?: string | null | undefined;
  /** Title of the page */
  name?: string | null | undefined;
  /** Sites that may embed the page, such as https://example.com */
  origins?: Array<string> | null | undefined;
  /** Password with 8 to 128 characters; null or empty for none */
  password?: string | null | undefined;
  /** IANA time zone of its days */
  timeZone?: string | null | undefined;
};

/** Changes to a tag; omitted fields keep their value */
export type UpdateTagInput = {
  /** Display colour */
  colour?: TagColour | null | undefined;
  /** At most 50 characters, without commas */
  name?: string | null | undefined;
};

/** Changes to a webhook; omitted fields keep their value */
export type UpdateWebhookInput = {
  /** Numbers of clicks that trigger link.clicks */
  clickMilestones?: Array<number> | null | undefined;
  /** Any of link.created, link.updated, link.deleted, link.expired, link.usedUp, link.clicks, click, domain.lost, import.done */
  events?: Array<string> | null | undefined;
  /** Groups of links whose events are sent */
  groupIds?: Array<string> | null | undefined;
  /** With `groupIds`, the links whose events are sent; both empty for all links */
  linkIds?: Array<string> | null | undefined;
  /** Name for its owner */
  name?: string | null | undefined;
  /** Whether messages about a link wait until the previous one is delivered or given up */
  ordered?: boolean | null | undefined;
  /** True: messages wait; false: they are sent again, even if the webhook was disabled */
  paused?: boolean | null | undefined;
  /** URL that receives the messages */
  url?: string | null | undefined;
};

/** Allowed values of a campaign parameter */
export type UtmAllowedInput = {
  /** The parameter */
  field: UtmField;
  /** At most 200 values of at most 200 characters */
  values: Array<string>;
};

/** A campaign parameter of a destination */
export type UtmField =
  /** The parameter `ref` */
  | 'ref'
  /** The parameter `utm_campaign` */
  | 'utm_campaign'
  /** The parameter `utm_content` */
  | 'utm_content'
  /** The parameter `utm_medium` */
  | 'utm_medium'
  /** The parameter `utm_source` */
  | 'utm_source'
  /** The parameter `utm_term` */
  | 'utm_term';

/** A campaign parameter and its value */
export type UtmParameterInput = {
  /** The parameter; each at most once */
  field: UtmField;
  /** At most 200 characters; blank removes the parameter */
  value: string;
};

/** Rules that replace the current rules */
export type UtmRulesInput = {
  /** Allowed values by parameter; other parameters may have any value */
  allowed: Array<UtmAllowedInput>;
  /** Whether values of parameters that begin with `utm_` must be in lower case */
  lowerCase: boolean;
};

/** Property of a visit that a verdict matches */
export type VerdictField =
  /** A part of the user agent, ignoring case */
  | 'agent'
  /** The number of an autonomous system */
  | 'network'
  /** A host with all its subdomains */
  | 'referrer';

/** How matching visitors are classified */
export type VerdictKind =
  /** A bot */
  | 'bot'
  /** A person */
  | 'person';

/** A made-up visitor; omitted fields are unknown */
export type VisitorInput = {
  /** An IP address */
  address?: string | null | undefined;
  /** Time of the visit; now by default */
  at?: string | null | undefined;
  /** ISO 3166-1 alpha-2; overrides the country of the address */
  country?: string | null | undefined;
  /** As in Accept-Language: de-AT,de;q=0.9 */
  language?: string | null | undefined;
  /** Query string of the short URL */
  query?: string | null | undefined;
  /** URL of the referring page */
  referrer?: string | null | undefined;
  /** User-Agent of the browser */
  userAgent?: string | null | undefined;
};

/** Why a webhook was switched off */
export type WebhookDisabledReason =
  /** More than 100000 messages were waiting */
  | 'backlog'
  /** No message was delivered for 5 days */
  | 'failing'
  /** The receiver answered 410 */
  | 'gone';

/** State of a delivery */
export type WebhookMessageState =
  /** Accepted by the receiver */
  | 'delivered'
  /** Given up */
  | 'failed'
  /** Waits for its first attempt or a retry */
  | 'pending';

/** Whether messages are sent */
export type WebhookState =
  /** Messages are sent */
  | 'active'
  /** Switched off automatically; no messages are written */
  | 'disabled'
  /** Messages are written, but wait */
  | 'paused';

export type SessionUserFragment = { id: string, name: string, email: string, contactNumber: string, isGoogleUser: boolean, emailVerified: boolean };

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { me: { id: string, name: string, email: string, contactNumber: string, isGoogleUser: boolean, emailVerified: boolean } };

export type RegisterMutationVariables = Exact<{
  input: RegisterInput;
}>;


export type RegisterMutation = { register: { id: string } };

export type LoginMutationVariables = Exact<{
  email: string;
  password: string;
}>;


export type LoginMutation = { login: { user: { id: string, name: string, email: string, contactNumber: string, isGoogleUser: boolean, emailVerified: boolean }, tokens: { accessToken: string, refreshToken: string } } };

export type LogoutMutationVariables = Exact<{ [key: string]: never; }>;


export type LogoutMutation = { logout: boolean };

export type ForgotPasswordMutationVariables = Exact<{
  email: string;
}>;


export type ForgotPasswordMutation = { forgotPassword: boolean };

export type ResetPasswordMutationVariables = Exact<{
  resetToken: string;
  newPassword: string;
}>;


export type ResetPasswordMutation = { resetPassword: boolean };

export type ProfileFragment = { createdAt: string, lastLogin: string | null, pendingEmail: string | null, id: string, name: string, email: string, contactNumber: string, isGoogleUser: boolean, emailVerified: boolean };

export type ProfileQueryVariables = Exact<{ [key: string]: never; }>;


export type ProfileQuery = { me: { createdAt: string, lastLogin: string | null, pendingEmail: string | null, id: string, name: string, email: string, contactNumber: string, isGoogleUser: boolean, emailVerified: boolean } };

export type UpdateProfileMutationVariables = Exact<{
  name: string;
  email: string;
  contactNumber: string;
  currentPassword?: string | null | undefined;
}>;


export type UpdateProfileMutation = { updateProfile: { createdAt: string, lastLogin: string | null, pendingEmail: string | null, id: string, name: string, email: string, contactNumber: string, isGoogleUser: boolean, emailVerified: boolean } };

export type ChangePasswordMutationVariables = Exact<{
  currentPassword: string;
  newPassword: string;
  revokeSqlAccess?: boolean | null | undefined;
  revokeKeys?: boolean | null | undefined;
}>;


export type ChangePasswordMutation = { changePassword: boolean };

export type LogoutAllMutationVariables = Exact<{ [key: string]: never; }>;


export type LogoutAllMutation = { logoutAll: boolean };

export type DeleteAccountMutationVariables = Exact<{
  password: string;
}>;


export type DeleteAccountMutation = { deleteAccount: boolean };

export type AccountFiguresQueryVariables = Exact<{
  range?: Range | null | undefined;
  tz: string;
  bots: boolean;
  filters: Array<ClickFilter> | ClickFilter;
  interval: ChartInterval;
}>;


export type AccountFiguresQuery = { analytics: { figures: { clicks: number, people: number, bots: number, uniqueVisitors: number }, chart: Array<{ at: string, clicks: number }> } };

export type ListedClicksQueryVariables = Exact<{
  range?: Range | null | undefined;
  tz: string;
  bots: boolean;
  filters: Array<ClickFilter> | ClickFilter;
}>;


export type ListedClicksQuery = { analytics: { figures: { clicks: number } } };

export type AccountTopsQueryVariables = Exact<{
  range?: Range | null | undefined;
  tz: string;
  bots: boolean;
  filters: Array<ClickFilter> | ClickFilter;
  fields: Array<ClickDimension> | ClickDimension;
  first: number;
  columns?: boolean;
  sources?: boolean;
}>;


export type AccountTopsQuery = { analytics: { tops?: Array<{ field: ClickDimension, distinct: number, rows: Array<{ value: string, clicks: number }> }>, topSources?: { distinct: number, rows: Array<{ value: string, clicks: number, isOwn: boolean }> } } };

export type AccountTopLinksQueryVariables = Exact<{
  range?: Range | null | undefined;
  tz: string;
  bots: boolean;
  filters: Array<ClickFilter> | ClickFilter;
  first: number;
}>;


export type AccountTopLinksQuery = { analytics: { topLinks: { distinct: number, rows: Array<{ clicks: number, link: { id: string, name: string, shortUrl: string, fullShortUrl: string, domain: { name: string, displayName: string, state: DomainState } | null } }> } } };

export type FindLinksQueryVariables = Exact<{
  search: string;
}>;


export type FindLinksQuery = { links: { edges: Array<{ node: { id: string, name: string, shortUrl: string, fullShortUrl: string, domain: { name: string, displayName: string, state: DomainState } | null } }> } };

export type GroupNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type GroupNamesQuery = { groups: Array<{ id: string, name: string }> };

export type ClassifiedFiguresQueryVariables = Exact<{
  range?: Range | null | undefined;
  tz: string;
  people: boolean;
  filters: Array<ClickFilter> | ClickFilter;
  only?: BotFilter | null | undefined;
  interval: ChartInterval;
}>;


export type ClassifiedFiguresQuery = { classifiedClicks: { figures: { clicks: number, links: number, kinds: Array<{ kind: string, clicks: number }> }, chart: Array<{ at: string, clicks: number }> } };

export type ClassifiedTopsQueryVariables = Exact<{
  range?: Range | null | undefined;
  tz: string;
  people: boolean;
  filters: Array<ClickFilter> | ClickFilter;
  only?: BotFilter | null | undefined;
}>;


export type ClassifiedTopsQuery = { classifiedClicks: { reason: { distinct: number, rows: Array<{ value: string, name: string, reasons: Array<string>, clicks: number, lastAt: string }> }, agent: { distinct: number, rows: Array<{ value: string, name: string, reasons: Array<string>, clicks: number, lastAt: string }> }, network: { distinct: number, rows: Array<{ value: string, name: string, reasons: Array<string>, clicks: number, lastAt: string }> }, referrer: { distinct: number, rows: Array<{ value: string, name: string, reasons: Array<string>, clicks: number, lastAt: string }> } } };

export type JudgedTopFragment = { distinct: number, rows: Array<{ value: string, name: string, reasons: Array<string>, clicks: number, lastAt: string }> };

export type ClassifiedSamplesQueryVariables = Exact<{
  range?: Range | null | undefined;
  tz: string;
  people: boolean;
  filters: Array<ClickFilter> | ClickFilter;
  only?: BotFilter | null | undefined;
}>;


export type ClassifiedSamplesQuery = { classifiedClicks: { samples: Array<{ id: string, timestamp: string, botReason: string, rulesVersion: number, userAgent: string, network: string, isp: string, referrer: string, country: string, countryCode: string, link: { id: string, name: string, shortUrl: string, fullShortUrl: string, domain: { name: string, displayName: string, state: DomainState } | null } | null }> } };

export type OwnRulesFragment = { version: number, since: string | null, addresses: Array<string>, verdicts: Array<{ field: VerdictField, value: string, verdict: VerdictKind }>, parameter: { name: string, value: string } | null };

export type OwnBotRulesQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnBotRulesQuery = { botRules: { version: number, since: string | null, addresses: Array<string>, verdicts: Array<{ field: VerdictField, value: string, verdict: VerdictKind }>, parameter: { name: string, value: string } | null } };

export type SetBotRulesMutationVariables = Exact<{
  input: BotRulesInput;
}>;


export type SetBotRulesMutation = { setBotRules: { version: number, since: string | null, addresses: Array<string>, verdicts: Array<{ field: VerdictField, value: string, verdict: VerdictKind }>, parameter: { name: string, value: string } | null } };

export type TryOwnBotRulesQueryVariables = Exact<{
  range?: Range | null | undefined;
  tz: string;
  filters: Array<ClickFilter> | ClickFilter;
}>;


export type TryOwnBotRulesQuery = { tryBotRules: { classified: number, toBots: number, toPeople: number, otherReasons: number, rows: Array<{ day: string, linkId: string, toBots: number, toPeople: number, otherReasons: number, link: { id: string, name: string, shortUrl: string, fullShortUrl: string, domain: { name: string, displayName: string, state: DomainState } | null } | null }> } };

export type ShortHostsQueryVariables = Exact<{ [key: string]: never; }>;


export type ShortHostsQuery = { links: { edges: Array<{ node: { id: string, fullShortUrl: string } }> } };

export type DashboardQueryVariables = Exact<{
  tz: string;
}>;


export type DashboardQuery = { dashboard: { overview: { totalUrls: number, totalClicks: number, totalGroups: number, averageCTR: number }, growth: { urls: number | null, clicks: number | null, groups: number | null, ctr: number | null } } };

export type DashboardAnalyticsQueryVariables = Exact<{
  tz: string;
}>;


export type DashboardAnalyticsQuery = { dashboardAnalytics: { clicksByDate: Array<{ date: string, clicks: number }>, groupDistribution: Array<{ groupName: string, count: number }> } };

export type RecentLinksQueryVariables = Exact<{ [key: string]: never; }>;


export type RecentLinksQuery = { links: { edges: Array<{ cursor: string, node: { id: string, name: string, clicks: number | null, shortUrl: string, fullShortUrl: string, domain: { name: string, displayName: string, state: DomainState } | null } }> } };

export type RecentGroupsQueryVariables = Exact<{ [key: string]: never; }>;


export type RecentGroupsQuery = { groups: Array<{ id: string, name: string, urlCount: number, clicks: number | null }> };

export type LedgerBalanceQueryVariables = Exact<{
  range?: Range | null | undefined;
  linkId?: string | null | undefined;
}>;


export type LedgerBalanceQuery = { ledger: { balance: { received: number, recorded: number, unchecked: number, dropped: number, erased: number, forgotten: number, pending: number, missing: number, countedSince: string, sumsAgree: boolean, parts: Array<{ part: LedgerPart, reason: string | null, requests: number }>, sums: { people: number, bots: number } } } };

export type LedgerRequestsQueryVariables = Exact<{
  range?: Range | null | undefined;
  linkId?: string | null | undefined;
  part: LedgerPart;
  reason?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type LedgerRequestsQuery = { ledger: { requests: { next: string | null, requests: Array<{ id: string, at: string, code: string | null, explanation: string, country: string, countryCode: string, city: string, device: string, browser: string, operatingSystem: string, isp: string, referrer: string, link: { id: string, name: string, shortUrl: string, fullShortUrl: string, domain: { name: string, displayName: string, state: DomainState } | null } | null }> } } };

export type LedgerLinkQueryVariables = Exact<{
  id: string;
}>;


export type LedgerLinkQuery = { link: { id: string, name: string } };

export type LinkTitleQueryVariables = Exact<{
  id: string;
}>;


export type LinkTitleQuery = { link: { id: string, name: string, isActive: boolean, shortUrl: string, fullShortUrl: string, domain: { name: string, displayName: string, state: DomainState } | null } };

export type LinkFiguresFragment = { totalClicks: number, uniqueVisitors: number, countries: number, browsers: number, clicksByDate: Array<{ date: string, clicks: number }> };

export type LinkStatsQueryVariables = Exact<{
  linkId: string;
  tz: string;
  bots: boolean;
  range?: Range | null | undefined;
  filter?: StatsFilter | null | undefined;
}>;


export type LinkStatsQuery = { linkStats: { totalClicks: number, uniqueVisitors: number, countries: number, browsers: number, clicksByCountry: Array<{ code: string, name: string, clicks: number }>, clicksByDate: Array<{ date: string, clicks: number }>, topCountries: Array<{ code: string, name: string, clicks: number }>, topBrowsers: Array<{ value: string, clicks: number }>, topOperatingSystems: Array<{ value: string, clicks: number }>, topDevices: Array<{ value: string, clicks: number }>, topSources: Array<{ value: string, clicks: number, isOwn: boolean | null }>, topReferrers: Array<{ value: string, clicks: number, isOwn: boolean | null }>, topIsps: Array<{ value: string, clicks: number }> } };

export type PreviousLinkStatsQueryVariables = Exact<{
  linkId: string;
  tz: string;
  bots: boolean;
  range: Range;
  filter?: StatsFilter | null | undefined;
}>;


export type PreviousLinkStatsQuery = { linkStats: { totalClicks: number, uniqueVisitors: number, countries: number, browsers: number, clicksByDate: Array<{ date: string, clicks: number }> } };

export type ClickLogQueryVariables = Exact<{
  linkId: string;
  first: number;
  after?: string | null | undefined;
  range?: Range | null | undefined;
  filter?: StatsFilter | null | undefined;
}>;


export type ClickLogQuery = { clickLog: { totalCount: number, endCursor: string | null, hasNextPage: boolean, clicks: Array<{ id: string, timestamp: string, country: string, countryCode: string, city: string, regionName: string, isp: string, device: string, browser: string, browserVersion: string, operatingSystem: string, referrer: string, isBot: boolean, botReason: string }> } };

export type ImportedVisitsQueryVariables = Exact<{
  linkId: string;
}>;


export type ImportedVisitsQuery = { importedVisits: Array<{ source: ImportSource, total: number, bots: number, undated: number, firstAt: string | null, lastAt: string | null, months: Array<{ value: string, visits: number }>, countries: Array<{ value: string, visits: number }>, referrers: Array<{ value: string, visits: number }>, browsers: Array<{ value: string, visits: number }>, devices: Array<{ value: string, visits: number }> }> };

export type ChartNoteFragment = { id: string, linkId: string | null, linkName: string | null, at: string, text: string };

export type ChartNotesQueryVariables = Exact<{
  linkIds?: Array<string> | string | null | undefined;
  range?: Range | null | undefined;
}>;


export type ChartNotesQuery = { notes: Array<{ id: string, linkId: string | null, linkName: string | null, at: string, text: string }> };

export type ChartEditsQueryVariables = Exact<{
  linkIds: Array<string> | string;
  range?: Range | null | undefined;
}>;


export type ChartEditsQuery = { editMarks: Array<{ linkId: string, linkName: string, version: number, at: string, type: string, fields: Array<string> }> };

export type AddNoteMutationVariables = Exact<{
  input: CreateNoteInput;
}>;


export type AddNoteMutation = { createNote: { id: string, linkId: string | null, linkName: string | null, at: string, text: string } };

export type UpdateNoteMutationVariables = Exact<{
  id: string;
  input: UpdateNoteInput;
}>;


export type UpdateNoteMutation = { updateNote: { id: string, linkId: string | null, linkName: string | null, at: string, text: string } };

export type DeleteNoteMutationVariables = Exact<{
  id: string;
}>;


export type DeleteNoteMutation = { deleteNote: string };

export type AccountClicksSubscriptionVariables = Exact<{
  filters: Array<ClickFilter> | ClickFilter;
  bots: boolean;
}>;


export type AccountClicksSubscription = { workspaceClicks: { at: string, reset: boolean, sampledOf: number, slices: Array<{ at: string, people: number, bots: number, countries: Array<{ code: string, people: number, bots: number }> }>, clicks: Array<{ id: string, timestamp: string, country: string, countryCode: string, regionName: string, city: string, device: string, browser: string, operatingSystem: string, referrer: string, isBot: boolean, linkId: string, linkName: string, code: string }> } };

export type MissFiguresQueryVariables = Exact<{
  range?: Range | null | undefined;
  tz: string;
  bots: boolean;
  filter?: MissFilter | null | undefined;
  interval: ChartInterval;
}>;


export type MissFiguresQuery = { misses: { figures: { visits: number, people: number, bots: number, reasons: Array<{ reason: MissReason, people: number, bots: number }> }, chart: Array<{ at: string, visits: number }> } };

export type MissedCodesQueryVariables = Exact<{
  range?: Range | null | undefined;
  tz: string;
  bots: boolean;
  filter?: MissFilter | null | undefined;
}>;


export type MissedCodesQuery = { misses: { codes: { distinct: number, rows: Array<{ code: string, domain: string | null, host: string, reason: MissReason, visits: number, lastAt: string, canCreate: boolean, link: { id: string, name: string, shortUrl: string, fullShortUrl: string, domain: { name: string, displayName: string, state: DomainState } | null } | null, nearest: Array<{ id: string, name: string, shortUrl: string, fullShortUrl: string, domain: { name: string, displayName: string, state: DomainState } | null }> }> } } };

export type MissTopsQueryVariables = Exact<{
  range?: Range | null | undefined;
  tz: string;
  bots: boolean;
  filter?: MissFilter | null | undefined;
  first: number;
}>;


export type MissTopsQuery = { misses: { referrer: { distinct: number, rows: Array<{ value: string, visits: number }> }, host: { distinct: number, rows: Array<{ value: string, visits: number }> }, country: { distinct: number, rows: Array<{ value: string, visits: number }> } } };

export type LiveMissesSubscriptionVariables = Exact<{
  bots: boolean;
}>;


export type LiveMissesSubscription = { liveMisses: { at: string, people: number, bots: number, visits: Array<{ at: string, code: string, host: string, path: string, reason: MissReason, referrer: string, countryCode: string, country: string, device: string, browser: string, operatingSystem: string, isBot: boolean }> } };

export type ClickRetentionCardFragment = { days: number | null, clicksSince: string | null, heldSince: string | null, waiting: { days: number, from: string } | null };

export type ClickRetentionQueryVariables = Exact<{ [key: string]: never; }>;


export type ClickRetentionQuery = { clickRetention: { days: number | null, clicksSince: string | null, heldSince: string | null, waiting: { days: number, from: string } | null } };

export type ClicksSinceQueryVariables = Exact<{ [key: string]: never; }>;


export type ClicksSinceQuery = { clickRetention: { clicksSince: string | null } };

export type ClickRetentionPreviewQueryVariables = Exact<{
  days: number;
}>;


export type ClickRetentionPreviewQuery = { clickRetentionPreview: { before: string, clicks: number } };

export type SetClickRetentionMutationVariables = Exact<{
  days?: number | null | undefined;
}>;


export type SetClickRetentionMutation = { setClickRetention: { days: number | null, clicksSince: string | null, heldSince: string | null, waiting: { days: number, from: string } | null } };

export type CancelClickRetentionMutationVariables = Exact<{ [key: string]: never; }>;


export type CancelClickRetentionMutation = { cancelClickRetention: { days: number | null, clicksSince: string | null, heldSince: string | null, waiting: { days: number, from: string } | null } };

export type LinkCountsSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type LinkCountsSubscription = { linkCounts: { linkId: string, clicks: number, clicksWithBots: number } };

export type RefreshTokensMutationVariables = Exact<{
  refreshToken: string;
}>;


export type RefreshTokensMutation = { refreshTokens: { accessToken: string, refreshToken: string } };

export type ApiKeyCardFragment = { id: string, name: string, prefix: string, scopes: Array<string>, domain: string | null, groupId: string | null, groupName: string | null, tag: string | null, addresses: Array<string>, requestsPerMinute: number | null, createdAt: string, expiresAt: string | null, lastUsedAt: string | null, revokedAt: string | null };

export type ApiKeysQueryVariables = Exact<{ [key: string]: never; }>;


export type ApiKeysQuery = { apiKeys: Array<{ id: string, name: string, prefix: string, scopes: Array<string>, domain: string | null, groupId: string | null, groupName: string | null, tag: string | null, addresses: Array<string>, requestsPerMinute: number | null, createdAt: string, expiresAt: string | null, lastUsedAt: string | null, revokedAt: string | null }> };

export type CreateApiKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type CreateApiKeyMutation = { createApiKey: { key: string, apiKey: { id: string, name: string, prefix: string, scopes: Array<string>, domain: string | null, groupId: string | null, groupName: string | null, tag: string | null, addresses: Array<string>, requestsPerMinute: number | null, createdAt: string, expiresAt: string | null, lastUsedAt: string | null, revokedAt: string | null } } };

export type HandOverApiKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
  challenge: string;
}>;


export type HandOverApiKeyMutation = { handOverApiKey: { code: string } };

export type RevokeApiKeyMutationVariables = Exact<{
  id: string;
}>;


export type RevokeApiKeyMutation = { revokeApiKey: { id: string, name: string, prefix: string, scopes: Array<string>, domain: string | null, groupId: string | null, groupName: string | null, tag: string | null, addresses: Array<string>, requestsPerMinute: number | null, createdAt: string, expiresAt: string | null, lastUsedAt: string | null, revokedAt: string | null } };

export type ClickExportCardFragment = { id: string, name: string, endpoint: string, bucket: string, prefix: string, accessKeyId: string, cadence: ClickExportCadence, bots: boolean, conversions: boolean, from: string, enabled: boolean, error: string | null, failingSince: string | null, filesWritten: number, filesWaiting: number, lastWrittenAt: string | null };

export type ClickExportsQueryVariables = Exact<{ [key: string]: never; }>;


export type ClickExportsQuery = { clickExports: Array<{ id: string, name: string, endpoint: string, bucket: string, prefix: string, accessKeyId: string, cadence: ClickExportCadence, bots: boolean, conversions: boolean, from: string, enabled: boolean, error: string | null, failingSince: string | null, filesWritten: number, filesWaiting: number, lastWrittenAt: string | null }> };

export type ExportedFilesQueryVariables = Exact<{
  id: string;
  before?: string | null | undefined;
  content: ExportContent;
}>;


export type ExportedFilesQuery = { exportedFiles: Array<{ startAt: string, key: string, state: ExportedFileState, rows: number | null, bytes: number | null, writtenAt: string | null, error: string | null, dueAt: string | null }> };

export type CreateClickExportMutationVariables = Exact<{
  input: CreateClickExportInput;
}>;


export type CreateClickExportMutation = { createClickExport: { id: string, name: string, endpoint: string, bucket: string, prefix: string, accessKeyId: string, cadence: ClickExportCadence, bots: boolean, conversions: boolean, from: string, enabled: boolean, error: string | null, failingSince: string | null, filesWritten: number, filesWaiting: number, lastWrittenAt: string | null } };

export type UpdateClickExportMutationVariables = Exact<{
  id: string;
  input: UpdateClickExportInput;
}>;


export type UpdateClickExportMutation = { updateClickExport: { id: string, name: string, endpoint: string, bucket: string, prefix: string, accessKeyId: string, cadence: ClickExportCadence, bots: boolean, conversions: boolean, from: string, enabled: boolean, error: string | null, failingSince: string | null, filesWritten: number, filesWaiting: number, lastWrittenAt: string | null } };

export type DeleteClickExportMutationVariables = Exact<{
  id: string;
}>;


export type DeleteClickExportMutation = { deleteClickExport: string };

export type TryClickExportMutationVariables = Exact<{
  id: string;
}>;


export type TryClickExportMutation = { tryClickExport: { written: boolean, removed: boolean, problem: string | null } };

export type ExportRangeMutationVariables = Exact<{
  id: string;
  from: string;
  to: string;
}>;


export type ExportRangeMutation = { exportClickRange: number };

export type SqlAccessFieldsFragment = { available: boolean, grantedAt: string | null, user: string, httpUrl: string | null, nativeAddress: string | null, database: string | null };

export type SqlAccessQueryVariables = Exact<{ [key: string]: never; }>;


export type SqlAccessQuery = { sqlAccess: { available: boolean, grantedAt: string | null, user: string, httpUrl: string | null, nativeAddress: string | null, database: string | null } };

export type CreateSqlAccessMutationVariables = Exact<{
  password: string;
}>;


export type CreateSqlAccessMutation = { createSqlAccess: { password: string, access: { available: boolean, grantedAt: string | null, user: string, httpUrl: string | null, nativeAddress: string | null, database: string | null } } };

export type RevokeSqlAccessMutationVariables = Exact<{ [key: string]: never; }>;


export type RevokeSqlAccessMutation = { revokeSqlAccess: { available: boolean, grantedAt: string | null, user: string, httpUrl: string | null, nativeAddress: string | null, database: string | null } };

export type SavedQueryFieldsFragment = { id: string, name: string, text: string, updatedAt: string };

export type SavedQueriesQueryVariables = Exact<{ [key: string]: never; }>;


export type SavedQueriesQuery = { savedQueries: Array<{ id: string, name: string, text: string, updatedAt: string }> };

export type SaveQueryMutationVariables = Exact<{
  name: string;
  text: string;
}>;


export type SaveQueryMutation = { createSavedQuery: { id: string, name: string, text: string, updatedAt: string } };

export type UpdateSavedQueryMutationVariables = Exact<{
  id: string;
  input: SavedQueryInput;
}>;


export type UpdateSavedQueryMutation = { updateSavedQuery: { id: string, name: string, text: string, updatedAt: string } };

export type DeleteSavedQueryMutationVariables = Exact<{
  id: string;
}>;


export type DeleteSavedQueryMutation = { deleteSavedQuery: string };

export type WebhookCardFragment = { id: string, name: string, url: string, events: Array<string>, linkIds: Array<string>, groupIds: Array<string>, clickMilestones: Array<number>, ordered: boolean, state: WebhookState, disabledReason: WebhookDisabledReason | null, failingSince: string | null, succeededAt: string | null, previousSecretUntil: string | null };

export type WebhooksQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhooksQuery = { webhooks: Array<{ id: string, name: string, url: string, events: Array<string>, linkIds: Array<string>, groupIds: Array<string>, clickMilestones: Array<number>, ordered: boolean, state: WebhookState, disabledReason: WebhookDisabledReason | null, failingSince: string | null, succeededAt: string | null, previousSecretUntil: string | null }> };

export type WebhookMessageRowFragment = { id: string, type: string, state: WebhookMessageState, createdAt: string, attempts: number, nextAttemptAt: string | null, endedAt: string | null, status: number | null, error: string | null };

export type WebhookMessagesQueryVariables = Exact<{
  id: string;
  state?: WebhookMessageState | null | undefined;
  before?: string | null | undefined;
}>;


export type WebhookMessagesQuery = { webhookMessages: Array<{ id: string, type: string, state: WebhookMessageState, createdAt: string, attempts: number, nextAttemptAt: string | null, endedAt: string | null, status: number | null, error: string | null }> };

export type WebhookMessageQueryVariables = Exact<{
  id: string;
  messageId: string;
}>;


export type WebhookMessageQuery = { webhookMessage: { id: string, body: string, attemptLog: Array<{ at: string, milliseconds: number, status: number | null, error: string | null, response: string | null }> } };

export type CreateWebhookMutationVariables = Exact<{
  input: CreateWebhookInput;
}>;


export type CreateWebhookMutation = { createWebhook: { secret: string, webhook: { id: string, name: string, url: string, events: Array<string>, linkIds: Array<string>, groupIds: Array<string>, clickMilestones: Array<number>, ordered: boolean, state: WebhookState, disabledReason: WebhookDisabledReason | null, failingSince: string | null, succeededAt: string | null, previousSecretUntil: string | null } } };

export type UpdateWebhookMutationVariables = Exact<{
  id: string;
  input: UpdateWebhookInput;
}>;


export type UpdateWebhookMutation = { updateWebhook: { id: string, name: string, url: string, events: Array<string>, linkIds: Array<string>, groupIds: Array<string>, clickMilestones: Array<number>, ordered: boolean, state: WebhookState, disabledReason: WebhookDisabledReason | null, failingSince: string | null, succeededAt: string | null, previousSecretUntil: string | null } };

export type DeleteWebhookMutationVariables = Exact<{
  id: string;
}>;


export type DeleteWebhookMutation = { deleteWebhook: string };

export type RotateWebhookSecretMutationVariables = Exact<{
  id: string;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret: { secret: string, webhook: { id: string, name: string, url: string, events: Array<string>, linkIds: Array<string>, groupIds: Array<string>, clickMilestones: Array<number>, ordered: boolean, state: WebhookState, disabledReason: WebhookDisabledReason | null, failingSince: string | null, succeededAt: string | null, previousSecretUntil: string | null } } };

export type TestWebhookMutationVariables = Exact<{
  id: string;
}>;


export type TestWebhookMutation = { testWebhook: string };

export type ResendWebhookMessageMutationVariables = Exact<{
  id: string;
  messageId: string;
}>;


export type ResendWebhookMessageMutation = { resendWebhookMessage: string };

export type ResendFailedWebhookMessagesMutationVariables = Exact<{
  id: string;
  since: string;
}>;


export type ResendFailedWebhookMessagesMutation = { resendFailedWebhookMessages: number };

export type CodeCheckQueryVariables = Exact<{
  code: string;
  domain?: string | null | undefined;
}>;


export type CodeCheckQuery = { codeCheck: { code: string, state: CodeState, message: string | null } };

export type CodeProposalsQueryVariables = Exact<{
  url: string;
  domain?: string | null | undefined;
}>;


export type CodeProposalsQuery = { codeProposals: Array<string> };

export type UtmValuesQueryVariables = Exact<{ [key: string]: never; }>;


export type UtmValuesQuery = { utmValues: Array<{ field: UtmField, values: Array<string> }> };

export type UtmRulesFieldsFragment = { lowerCase: boolean, allowed: Array<{ field: UtmField, values: Array<string> }> };

export type UtmRulesQueryVariables = Exact<{ [key: string]: never; }>;


export type UtmRulesQuery = { utmRules: { lowerCase: boolean, allowed: Array<{ field: UtmField, values: Array<string> }> } };

export type SetUtmRulesMutationVariables = Exact<{
  input: UtmRulesInput;
}>;


export type SetUtmRulesMutation = { setUtmRules: { lowerCase: boolean, allowed: Array<{ field: UtmField, values: Array<string> }> } };

export type HasConversionsQueryVariables = Exact<{ [key: string]: never; }>;


export type HasConversionsQuery = { conversions: { nodes: Array<{ id: string }> } };

export type ConvertedListsQueryVariables = Exact<{
  linkId?: string | null | undefined;
  range?: Range | null | undefined;
  tz: string;
  bots: boolean;
  filters: Array<ClickFilter> | ClickFilter;
  of: Array<DimensionValues> | DimensionValues;
}>;


export type ConvertedListsQuery = { conversionStats: { lists: Array<{ field: ClickDimension, rows: Array<{ value: string, leads: number, sales: number, revenue: Array<{ currency: string, amount: number }> }> }> } };

export type ConvertedLinksQueryVariables = Exact<{
  range?: Range | null | undefined;
  tz: string;
  bots: boolean;
  filters: Array<ClickFilter> | ClickFilter;
  ids: Array<string> | string;
}>;


export type ConvertedLinksQuery = { conversionStats: { links: Array<{ value: string, leads: number, sales: number, revenue: Array<{ currency: string, amount: number }> }> } };

export type ConvertedChartQueryVariables = Exact<{
  linkId?: string | null | undefined;
  range?: Range | null | undefined;
  tz: string;
  bots: boolean;
  filters: Array<ClickFilter> | ClickFilter;
  interval: ChartInterval;
}>;


export type ConvertedChartQuery = { conversionStats: { chart: Array<{ at: string, leads: number, sales: number, revenue: Array<{ currency: string, amount: number }> }> } };

export type ConvertedFiguresQueryVariables = Exact<{
  linkId?: string | null | undefined;
  range?: Range | null | undefined;
  tz: string;
  bots: boolean;
  filters: Array<ClickFilter> | ClickFilter;
}>;


export type ConvertedFiguresQuery = { conversionStats: { figures: { leads: number, sales: number, people: number, rate: number | null, revenue: Array<{ currency: string, amount: number }> } } };

export type LinkConversionsQueryVariables = Exact<{
  linkId: string;
  range?: Range | null | undefined;
  tz: string;
  bots: boolean;
  filters: Array<ClickFilter> | ClickFilter;
}>;


export type LinkConversionsQuery = { conversionStats: { campaigns: Array<{ value: string, leads: number, sales: number, people: number, rate: number | null, revenue: Array<{ currency: string, amount: number }> }>, byRoute: Array<{ rule: number, arm: number, leads: number, sales: number, people: number, rate: number | null, revenue: Array<{ currency: string, amount: number }> }> }, link: { id: string, passClickId: boolean | null, rules: Array<{ number: number, name: string, then: { split: { arms: Array<{ number: number, name: string, url: string }> } | null } }> | null, split: { arms: Array<{ number: number, name: string, url: string }> } | null } };

export type LinkHistoryQueryVariables = Exact<{
  id: string;
}>;


export type LinkHistoryQuery = { link: { id: string, name: string, history: Array<{ version: number, at: string, by: string | null, type: string, revertible: boolean, changes: Array<{ field: string, from: string | null, to: string | null }> }> } };

export type RevertLinkMutationVariables = Exact<{
  id: string;
  version: number;
}>;


export type RevertLinkMutation = { revertLink: { id: string, name: string, originalUrl: string, isActive: boolean, banReason: string | null, createdAt: string, clicks: number | null, note: string | null, externalId: string | null, isArchived: boolean, isFavourite: boolean, expiresAt: string | null, hasPassword: boolean, shortUrl: string, fullShortUrl: string, state: LinkState, maxClicks: number | null, visitsLeft: number | null, listing: { url: string, reason: string, source: ListingSource } | null, group: { id: string, name: string } | null, tags: Array<{ id: string, name: string, colour: TagColour }>, destination: { title: string | null, iconUrl: string | null, pictureUrl: string | null, problem: DestinationProblem | null, deadSince: string | null } | null, rules: Array<{ number: number }> | null, split: { sticky: boolean } | null, domain: { name: string, displayName: string, state: DomainState } | null } };

export type LinkEditEffectsQueryVariables = Exact<{
  linkId: string;
  span?: EffectSpan | null | undefined;
}>;


export type LinkEditEffectsQuery = { linkEditEffects: Array<{ version: number, from: string, at: string, to: string, before: number, after: number, isOngoing: boolean, otherEdits: number }> };

export type LinkAtQueryVariables = Exact<{
  id: string;
  at: string;
}>;


export type LinkAtQuery = { linkAt: { at: string, state: LinkState, values: Array<{ field: string, value: string | null }>, differences: Array<{ field: string, from: string | null, to: string | null }> } };

export type LinkImportFieldsFragment = { id: string, source: ImportSource, fileName: string | null, name: string, dates: DateOrder | null, warnings: Array<string>, state: ImportState, total: number, toCreate: number, existing: number, rejected: number, done: number, failed: number, problem: string | null, visitsState: ImportVisitsState, visitsLinks: number, visitsDone: number, visitsImported: number, visitsProblem: string | null, columns: Array<{ name: string, use: ImportColumnUse | null, isChosen: boolean, filled: number, closes: boolean }>, losses: Array<{ kind: ImportLossKind, links: number }> };

export type LinkImportsQueryVariables = Exact<{ [key: string]: never; }>;


export type LinkImportsQuery = { linkImports: Array<{ id: string, source: ImportSource, fileName: string | null, name: string, dates: DateOrder | null, warnings: Array<string>, state: ImportState, total: number, toCreate: number, existing: number, rejected: number, done: number, failed: number, problem: string | null, visitsState: ImportVisitsState, visitsLinks: number, visitsDone: number, visitsImported: number, visitsProblem: string | null, columns: Array<{ name: string, use: ImportColumnUse | null, isChosen: boolean, filled: number, closes: boolean }>, losses: Array<{ kind: ImportLossKind, links: number }> }> };

export type AddLinkImportMutationVariables = Exact<{
  input: CreateLinkImportInput;
}>;


export type AddLinkImportMutation = { createLinkImport: { id: string, source: ImportSource, fileName: string | null, name: string, dates: DateOrder | null, warnings: Array<string>, state: ImportState, total: number, toCreate: number, existing: number, rejected: number, done: number, failed: number, problem: string | null, visitsState: ImportVisitsState, visitsLinks: number, visitsDone: number, visitsImported: number, visitsProblem: string | null, columns: Array<{ name: string, use: ImportColumnUse | null, isChosen: boolean, filled: number, closes: boolean }>, losses: Array<{ kind: ImportLossKind, links: number }> } };

export type CompleteLinkImportMutationVariables = Exact<{
  id: string;
  parts: number;
}>;


export type CompleteLinkImportMutation = { completeLinkImport: { id: string, source: ImportSource, fileName: string | null, name: string, dates: DateOrder | null, warnings: Array<string>, state: ImportState, total: number, toCreate: number, existing: number, rejected: number, done: number, failed: number, problem: string | null, visitsState: ImportVisitsState, visitsLinks: number, visitsDone: number, visitsImported: number, visitsProblem: string | null, columns: Array<{ name: string, use: ImportColumnUse | null, isChosen: boolean, filled: number, closes: boolean }>, losses: Array<{ kind: ImportLossKind, links: number }> } };

export type UpdateLinkImportMutationVariables = Exact<{
  id: string;
  input: UpdateLinkImportInput;
}>;


export type UpdateLinkImportMutation = { updateLinkImport: { id: string, source: ImportSource, fileName: string | null, name: string, dates: DateOrder | null, warnings: Array<string>, state: ImportState, total: number, toCreate: number, existing: number, rejected: number, done: number, failed: number, problem: string | null, visitsState: ImportVisitsState, visitsLinks: number, visitsDone: number, visitsImported: number, visitsProblem: string | null, columns: Array<{ name: string, use: ImportColumnUse | null, isChosen: boolean, filled: number, closes: boolean }>, losses: Array<{ kind: ImportLossKind, links: number }> } };

export type StartLinkImportMutationVariables = Exact<{
  id: string;
}>;


export type StartLinkImportMutation = { startLinkImport: { id: string, source: ImportSource, fileName: string | null, name: string, dates: DateOrder | null, warnings: Array<string>, state: ImportState, total: number, toCreate: number, existing: number, rejected: number, done: number, failed: number, problem: string | null, visitsState: ImportVisitsState, visitsLinks: number, visitsDone: number, visitsImported: number, visitsProblem: string | null, columns: Array<{ name: string, use: ImportColumnUse | null, isChosen: boolean, filled: number, closes: boolean }>, losses: Array<{ kind: ImportLossKind, links: number }> } };

export type CancelLinkImportMutationVariables = Exact<{
  id: string;
}>;


export type CancelLinkImportMutation = { cancelLinkImport: { id: string, source: ImportSource, fileName: string | null, name: string, dates: DateOrder | null, warnings: Array<string>, state: ImportState, total: number, toCreate: number, existing: number, rejected: number, done: number, failed: number, problem: string | null, visitsState: ImportVisitsState, visitsLinks: number, visitsDone: number, visitsImported: number, visitsProblem: string | null, columns: Array<{ name: string, use: ImportColumnUse | null, isChosen: boolean, filled: number, closes: boolean }>, losses: Array<{ kind: ImportLossKind, links: number }> } };

export type LinkImportProgressSubscriptionVariables = Exact<{
  id: string;
}>;


export type LinkImportProgressSubscription = { linkImportProgress: { id: string, source: ImportSource, fileName: string | null, name: string, dates: DateOrder | null, warnings: Array<string>, state: ImportState, total: number, toCreate: number, existing: number, rejected: number, done: number, failed: number, problem: string | null, visitsState: ImportVisitsState, visitsLinks: number, visitsDone: number, visitsImported: number, visitsProblem: string | null, columns: Array<{ name: string, use: ImportColumnUse | null, isChosen: boolean, filled: number, closes: boolean }>, losses: Array<{ kind: ImportLossKind, links: number }> } };

export type LinkImportRowsQueryVariables = Exact<{
  id: string;
  first: number;
  after: number;
  only: ImportRowFilter;
}>;


export type LinkImportRowsQuery = { linkImportRows: Array<{ position: number, row: number, name: string, originalUrl: string, shortUrl: string | null, verdict: ImportVerdict, outcome: ImportOutcome | null, losses: Array<{ message: string }>, error: { message: string } | null }> };

export type LinkJobFieldsFragment = { id: string, undoes: string | null, fields: Array<string>, isActive: boolean | null, state: LinkJobState, total: number, done: number, unchanged: number, failed: number, canUndo: boolean };

export type StartLinkJobMutationVariables = Exact<{
  input: StartLinkJobInput;
}>;


export type StartLinkJobMutation = { startLinkJob: { id: string, undoes: string | null, fields: Array<string>, isActive: boolean | null, state: LinkJobState, total: number, done: number, unchanged: number, failed: number, canUndo: boolean } };

export type UndoLinkJobMutationVariables = Exact<{
  id: string;
}>;


export type UndoLinkJobMutation = { undoLinkJob: { id: string, undoes: string | null, fields: Array<string>, isActive: boolean | null, state: LinkJobState, total: number, done: number, unchanged: number, failed: number, canUndo: boolean } };

export type CancelLinkJobMutationVariables = Exact<{
  id: string;
}>;


export type CancelLinkJobMutation = { cancelLinkJob: { id: string, undoes: string | null, fields: Array<string>, isActive: boolean | null, state: LinkJobState, total: number, done: number, unchanged: number, failed: number, canUndo: boolean } };

export type LinkJobQueryVariables = Exact<{
  id: string;
}>;


export type LinkJobQuery = { linkJob: { id: string, undoes: string | null, fields: Array<string>, isActive: boolean | null, state: LinkJobState, total: number, done: number, unchanged: number, failed: number, canUndo: boolean } };

export type LinkJobProgressSubscriptionVariables = Exact<{
  id: string;
}>;


export type LinkJobProgressSubscription = { linkJobProgress: { id: string, undoes: string | null, fields: Array<string>, isActive: boolean | null, state: LinkJobState, total: number, done: number, unchanged: number, failed: number, canUndo: boolean } };

export type FailedOfLinkJobQueryVariables = Exact<{
  id: string;
  first: number;
  after: number;
}>;


export type FailedOfLinkJobQuery = { linkJobResults: Array<{ position: number, linkId: string, linkName: string | null, error: { type: string, message: string } | null }> };

export type ShortUrlFragment = { shortUrl: string, fullShortUrl: string, domain: { name: string, displayName: string, state: DomainState } | null };

export type LinkCardFragment = { id: string, name: string, originalUrl: string, isActive: boolean, banReason: string | null, createdAt: string, clicks: number | null, note: string | null, externalId: string | null, isArchived: boolean, isFavourite: boolean, shortUrl: string, fullShortUrl: string, listing: { url: string, reason: string, source: ListingSource } | null, group: { id: string, name: string } | null, tags: Array<{ id: string, name: string, colour: TagColour }>, destination: { title: string | null, iconUrl: string | null, pictureUrl: string | null, problem: DestinationProblem | null, deadSince: string | null } | null, domain: { name: string, displayName: string, state: DomainState } | null };

export type LinkMarksFragment = { expiresAt: string | null, hasPassword: boolean, id: string, state: LinkState, maxClicks: number | null, visitsLeft: number | null, rules: Array<{ number: number }> | null, split: { sticky: boolean } | null };

export type LinkConvertedFragment = { conversions: { leads: number, sales: number, revenue: Array<{ currency: string, amount: number }> } | null };

export type LinksQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  filter: LinkFilterInput;
  sort?: LinkSort | null | undefined;
  converted?: boolean;
}>;


export type LinksQuery = { links: { edges: Array<{ cursor: string, node: { id: string, name: string, originalUrl: string, isActive: boolean, banReason: string | null, createdAt: string, clicks: number | null, note: string | null, externalId: string | null, isArchived: boolean, isFavourite: boolean, expiresAt: string | null, hasPassword: boolean, shortUrl: string, fullShortUrl: string, state: LinkState, maxClicks: number | null, visitsLeft: number | null, listing: { url: string, reason: string, source: ListingSource } | null, group: { id: string, name: string } | null, tags: Array<{ id: string, name: string, colour: TagColour }>, destination: { title: string | null, iconUrl: string | null, pictureUrl: string | null, problem: DestinationProblem | null, deadSince: string | null } | null, rules: Array<{ number: number }> | null, split: { sticky: boolean } | null, domain: { name: string, displayName: string, state: DomainState } | null } & { conversions?: { leads: number, sales: number, revenue: Array<{ currency: string, amount: number }> } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type LinkCountQueryVariables = Exact<{
  filter: LinkFilterInput;
  sort?: LinkSort | null | undefined;
}>;


export type LinkCountQuery = { links: { totalCount: number } };

export type DestinationQueryVariables = Exact<{
  url: string;
}>;


export type DestinationQuery = { destination: { title: string | null, description: string | null, pictureUrl: string | null } };

export type LinkCreatorsQueryVariables = Exact<{ [key: string]: never; }>;


export type LinkCreatorsQuery = { me: { id: string }, apiKeys: Array<{ id: string, name: string }> };

export type DomainNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type DomainNamesQuery = { domains: Array<{ id: string, name: string, displayName: string, state: DomainState, isDefault: boolean, ignoresCase: boolean }> };

export type CreateLinkMutationVariables = Exact<{
  input: CreateLinkInput;
}>;


export type CreateLinkMutation = { createLink: { id: string, name: string, originalUrl: string, isActive: boolean, banReason: string | null, createdAt: string, clicks: number | null, note: string | null, externalId: string | null, isArchived: boolean, isFavourite: boolean, expiresAt: string | null, hasPassword: boolean, shortUrl: string, fullShortUrl: string, state: LinkState, maxClicks: number | null, visitsLeft: number | null, listing: { url: string, reason: string, source: ListingSource } | null, group: { id: string, name: string } | null, tags: Array<{ id: string, name: string, colour: TagColour }>, destination: { title: string | null, iconUrl: string | null, pictureUrl: string | null, problem: DestinationProblem | null, deadSince: string | null } | null, rules: Array<{ number: number }> | null, split: { sticky: boolean } | null, domain: { name: string, displayName: string, state: DomainState } | null } };

export type UpdateLinkMutationVariables = Exact<{
  id: string;
  input: UpdateLinkInput;
}>;


export type UpdateLinkMutation = { updateLink: { id: string, name: string, originalUrl: string, isActive: boolean, banReason: string | null, createdAt: string, clicks: number | null, note: string | null, externalId: string | null, isArchived: boolean, isFavourite: boolean, expiresAt: string | null, hasPassword: boolean, shortUrl: string, fullShortUrl: string, state: LinkState, maxClicks: number | null, visitsLeft: number | null, listing: { url: string, reason: string, source: ListingSource } | null, group: { id: string, name: string } | null, tags: Array<{ id: string, name: string, colour: TagColour }>, destination: { title: string | null, iconUrl: string | null, pictureUrl: string | null, problem: DestinationProblem | null, deadSince: string | null } | null, rules: Array<{ number: number }> | null, split: { sticky: boolean } | null, domain: { name: string, displayName: string, state: DomainState } | null } };

export type SetLinkActiveMutationVariables = Exact<{
  id: string;
  active: boolean;
}>;


export type SetLinkActiveMutation = { setLinkActive: { id: string, name: string, originalUrl: string, isActive: boolean, banReason: string | null, createdAt: string, clicks: number | null, note: string | null, externalId: string | null, isArchived: boolean, isFavourite: boolean, expiresAt: string | null, hasPassword: boolean, shortUrl: string, fullShortUrl: string, state: LinkState, maxClicks: number | null, visitsLeft: number | null, listing: { url: string, reason: string, source: ListingSource } | null, group: { id: string, name: string } | null, tags: Array<{ id: string, name: string, colour: TagColour }>, destination: { title: string | null, iconUrl: string | null, pictureUrl: string | null, problem: DestinationProblem | null, deadSince: string | null } | null, rules: Array<{ number: number }> | null, split: { sticky: boolean } | null, domain: { name: string, displayName: string, state: DomainState } | null } };

export type DeleteLinkMutationVariables = Exact<{
  id: string;
}>;


export type DeleteLinkMutation = { deleteLink: string };

export type BulkUpdateLinksMutationVariables = Exact<{
  ids: Array<string> | string;
  isActive?: boolean | null | undefined;
  groupId?: string | null | undefined;
  addTags?: Array<string> | string | null | undefined;
  removeTags?: Array<string> | string | null | undefined;
  isArchived?: boolean | null | undefined;
}>;


export type BulkUpdateLinksMutation = { bulkUpdateLinks: Array<{ id: string, name: string, originalUrl: string, isActive: boolean, banReason: string | null, createdAt: string, clicks: number | null, note: string | null, externalId: string | null, isArchived: boolean, isFavourite: boolean, expiresAt: string | null, hasPassword: boolean, shortUrl: string, fullShortUrl: string, state: LinkState, maxClicks: number | null, visitsLeft: number | null, listing: { url: string, reason: string, source: ListingSource } | null, group: { id: string, name: string } | null, tags: Array<{ id: string, name: string, colour: TagColour }>, destination: { title: string | null, iconUrl: string | null, pictureUrl: string | null, problem: DestinationProblem | null, deadSince: string | null } | null, rules: Array<{ number: number }> | null, split: { sticky: boolean } | null, domain: { name: string, displayName: string, state: DomainState } | null }> };

export type BulkDeleteLinksMutationVariables = Exact<{
  ids: Array<string> | string;
}>;


export type BulkDeleteLinksMutation = { bulkDeleteLinks: Array<string> };

export type QuestionFragment = { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null };

export type InnerConditionFragment = { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null } | null };

export type MiddleConditionFragment = { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null } | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null } | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null } | null } | null };

export type OuterConditionFragment = { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null } | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null } | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null } | null } | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null } | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null } | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null } | null } | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null } | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null } | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null } | null } | null } | null };

export type SplitPartsFragment = { sticky: boolean, arms: Array<{ number: number, name: string, url: string, weight: number }> };

export type PlainOptionsFragment = { notBefore: string | null, expiresAt: string | null, expiredUrl: string | null, maxClicks: number | null, maxClicksUrl: string | null, timeZone: string | null, forwardQuery: boolean | null, forwardQueryMode: ForwardQueryMode | null, appendPath: boolean | null, redirectStatus: number | null, hideDestination: boolean | null, allowIndexing: boolean | null, passClickId: boolean | null, hasPassword: boolean, preview: { title: string | null, description: string | null, imageUrl: string | null } | null };

export type LinkOptionsQueryVariables = Exact<{
  id: string;
}>;


export type LinkOptionsQuery = { link: { id: string, notBefore: string | null, expiresAt: string | null, expiredUrl: string | null, maxClicks: number | null, maxClicksUrl: string | null, timeZone: string | null, forwardQuery: boolean | null, forwardQueryMode: ForwardQueryMode | null, appendPath: boolean | null, redirectStatus: number | null, hideDestination: boolean | null, allowIndexing: boolean | null, passClickId: boolean | null, hasPassword: boolean, rules: Array<{ number: number, name: string, when: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null } | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null } | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null } | null } | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null } | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null } | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null } | null } | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null } | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null } | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null, all: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, any: Array<{ field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null }> | null, not: { field: ConditionField | null, op: ConditionOp | null, values: Array<string> | null, name: string | null } | null } | null } | null }, then: { url: string | null, blocked: boolean | null, split: { sticky: boolean, arms: Array<{ number: number, name: string, url: string, weight: number }> } | null } }> | null, split: { sticky: boolean, arms: Array<{ number: number, name: string, url: string, weight: number }> } | null, preview: { title: string | null, description: string | null, imageUrl: string | null } | null } };

export type ExportedLinksQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  filter: LinkFilterInput;
}>;


export type ExportedLinksQuery = { links: { edges: Array<{ cursor: string, node: { visitsLeft: number | null, id: string, name: string, originalUrl: string, isActive: boolean, banReason: string | null, createdAt: string, clicks: number | null, note: string | null, externalId: string | null, isArchived: boolean, isFavourite: boolean, notBefore: string | null, expiresAt: string | null, expiredUrl: string | null, maxClicks: number | null, maxClicksUrl: string | null, timeZone: string | null, forwardQuery: boolean | null, forwardQueryMode: ForwardQueryMode | null, appendPath: boolean | null, redirectStatus: number | null, hideDestination: boolean | null, allowIndexing: boolean | null, passClickId: boolean | null, hasPassword: boolean, shortUrl: string, fullShortUrl: string, rules: Array<{ number: number }> | null, split: { sticky: boolean } | null, listing: { url: string, reason: string, source: ListingSource } | null, group: { id: string, name: string } | null, tags: Array<{ id: string, name: string, colour: TagColour }>, destination: { title: string | null, iconUrl: string | null, pictureUrl: string | null, problem: DestinationProblem | null, deadSince: string | null } | null, preview: { title: string | null, description: string | null, imageUrl: string | null } | null, domain: { name: string, displayName: string, state: DomainState } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type TryLinkQueryVariables = Exact<{
  linkId: string;
  visitor: VisitorInput;
  rules?: Array<LinkRuleInput> | LinkRuleInput | null | undefined;
}>;


export type TryLinkQuery = { tryLink: { outcome: TrialOutcome, url: string | null, explanation: Array<string> } };

export type ReplayLinkQueryVariables = Exact<{
  linkId: string;
  days: number;
  rules?: Array<LinkRuleInput> | LinkRuleInput | null | undefined;
}>;


export type ReplayLinkQuery = { replayLink: { unavailable: Array<string>, total: { clicks: number, people: number }, rules: Array<{ name: string, clicks: number, people: number }>, noRule: { clicks: number, people: number }, undetermined: { clicks: number, people: number } } };

export type LinkDecisionsQueryVariables = Exact<{
  linkId: string;
}>;


export type LinkDecisionsQuery = { linkDecisions: Array<{ rule: number, arm: number, clicks: number, people: number }> };

export type LinkVisitsFragment = { id: string, state: LinkState, maxClicks: number | null, visitsLeft: number | null };

export type VisitsLeftQueryVariables = Exact<{
  id: string;
}>;


export type VisitsLeftQuery = { link: { id: string, state: LinkState, maxClicks: number | null, visitsLeft: number | null } };

export type DestinationChecksFieldsFragment = { isOn: boolean, isOffered: boolean, destinations: number, dead: number };

export type DestinationChecksQueryVariables = Exact<{ [key: string]: never; }>;


export type DestinationChecksQuery = { destinationChecks: { isOn: boolean, isOffered: boolean, destinations: number, dead: number } };

export type SetDestinationChecksMutationVariables = Exact<{
  isOn: boolean;
}>;


export type SetDestinationChecksMutation = { setDestinationChecks: { isOn: boolean, isOffered: boolean, destinations: number, dead: number } };

export type DomainCardFragment = { id: string, name: string, displayName: string, state: DomainState, isDefault: boolean, ignoresCase: boolean, links: number };

export type DomainCheckFragment = { id: string, state: DomainState, checkedAt: string | null, problems: Array<string>, warnings: Array<string>, records: Array<{ type: DnsRecordType, name: string, value: string, isFound: boolean }>, certificate: { state: CertificateState, notAfter: string | null, error: string | null, nextTryAt: string | null } | null };

export type DomainsQueryVariables = Exact<{ [key: string]: never; }>;


export type DomainsQuery = { domains: Array<{ id: string, name: string, displayName: string, state: DomainState, isDefault: boolean, ignoresCase: boolean, links: number }> };

export type DomainStatesQueryVariables = Exact<{ [key: string]: never; }>;


export type DomainStatesQuery = { domains: Array<{ id: string, state: DomainState }> };

export type DomainDetailsQueryVariables = Exact<{
  id: string;
}>;


export type DomainDetailsQuery = { domain: { displayName: string, isDefault: boolean, ignoresCase: boolean, id: string, state: DomainState, checkedAt: string | null, problems: Array<string>, warnings: Array<string>, records: Array<{ type: DnsRecordType, name: string, value: string, isFound: boolean }>, certificate: { state: CertificateState, notAfter: string | null, error: string | null, nextTryAt: string | null } | null } };

export type DomainSettingsQueryVariables = Exact<{
  id: string;
}>;


export type DomainSettingsQuery = { domain: { id: string, name: string, displayName: string, rootUrl: string | null, unknownUrl: string | null, expiredUrl: string | null, robotsTxt: string | null, appleAppSiteAssociation: string | null, assetLinks: string | null } };

export type AddDomainMutationVariables = Exact<{
  name: string;
  ignoresCase: boolean;
}>;


export type AddDomainMutation = { createDomain: { id: string, name: string, displayName: string, state: DomainState, isDefault: boolean, ignoresCase: boolean, links: number, checkedAt: string | null, problems: Array<string>, warnings: Array<string>, records: Array<{ type: DnsRecordType, name: string, value: string, isFound: boolean }>, certificate: { state: CertificateState, notAfter: string | null, error: string | null, nextTryAt: string | null } | null } };

export type VerifyDomainMutationVariables = Exact<{
  id: string;
}>;


export type VerifyDomainMutation = { verifyDomain: { id: string, state: DomainState, checkedAt: string | null, problems: Array<string>, warnings: Array<string>, records: Array<{ type: DnsRecordType, name: string, value: string, isFound: boolean }>, certificate: { state: CertificateState, notAfter: string | null, error: string | null, nextTryAt: string | null } | null } };

export type UpdateDomainMutationVariables = Exact<{
  id: string;
  input: UpdateDomainInput;
}>;


export type UpdateDomainMutation = { updateDomain: { id: string, isDefault: boolean, rootUrl: string | null, unknownUrl: string | null, expiredUrl: string | null, robotsTxt: string | null, appleAppSiteAssociation: string | null, assetLinks: string | null } };

export type RemoveDomainMutationVariables = Exact<{
  id: string;
}>;


export type RemoveDomainMutation = { deleteDomain: string };

export type GroupCardFragment = { id: string, name: string, createdAt: string, urlCount: number, clicks: number | null, recentLinks: Array<{ id: string, name: string, clicks: number | null, shortUrl: string, fullShortUrl: string, domain: { name: string, displayName: string, state: DomainState } | null }> };

export type GroupsQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type GroupsQuery = { groups: Array<{ id: string, name: string, createdAt: string, urlCount: number, clicks: number | null, recentLinks: Array<{ id: string, name: string, clicks: number | null, shortUrl: string, fullShortUrl: string, domain: { name: string, displayName: string, state: DomainState } | null }> }> };

export type GroupDetailsQueryVariables = Exact<{
  id: string;
  withConversions: boolean;
}>;


export type GroupDetailsQuery = { group: { id: string, name: string }, groupStats: { totalUrls: number, totalClicks: number, averageClicks: number, urls: Array<{ id: string, name: string, originalUrl: string, isActive: boolean, clicks: number | null, shortUrl: string, fullShortUrl: string, conversions?: { leads: number, sales: number } | null, domain: { name: string, displayName: string, state: DomainState } | null }> } };

export type CreateGroupMutationVariables = Exact<{
  name: string;
}>;


export type CreateGroupMutation = { createGroup: { id: string, name: string, createdAt: string, urlCount: number, clicks: number | null, recentLinks: Array<{ id: string, name: string, clicks: number | null, shortUrl: string, fullShortUrl: string, domain: { name: string, displayName: string, state: DomainState } | null }> } };

export type RenameGroupMutationVariables = Exact<{
  id: string;
  name: string;
}>;


export type RenameGroupMutation = { renameGroup: { id: string, name: string } };

export type DeleteGroupMutationVariables = Exact<{
  id: string;
}>;


export type DeleteGroupMutation = { deleteGroup: string };

export type FindOrCreateLinkMutationVariables = Exact<{
  input: CreateLinkInput;
}>;


export type FindOrCreateLinkMutation = { findOrCreateLink: { created: boolean, link: { id: string, name: string, originalUrl: string, shortUrl: string, fullShortUrl: string, domain: { name: string, displayName: string, state: DomainState } | null } } };

export type TagPillFragment = { id: string, name: string, colour: TagColour };

export type OwnTagFragment = { urlCount: number, id: string, name: string, colour: TagColour };

export type OwnTagsQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnTagsQuery = { tags: Array<{ urlCount: number, id: string, name: string, colour: TagColour }> };

export type CreateTagMutationVariables = Exact<{
  input: CreateTagInput;
}>;


export type CreateTagMutation = { createTag: { urlCount: number, id: string, name: string, colour: TagColour } };

export type UpdateTagMutationVariables = Exact<{
  id: string;
  input: UpdateTagInput;
}>;


export type UpdateTagMutation = { updateTag: { urlCount: number, id: string, name: string, colour: TagColour } };

export type DeleteTagMutationVariables = Exact<{
  id: string;
}>;


export type DeleteTagMutation = { deleteTag: string };

export type PresetFieldsFragment = { id: string, name: string, query: string };

export type PresetsQueryVariables = Exact<{
  kind: PresetKind;
}>;


export type PresetsQuery = { presets: Array<{ id: string, name: string, query: string }> };

export type CreatePresetMutationVariables = Exact<{
  kind: PresetKind;
  name: string;
  query: string;
}>;


export type CreatePresetMutation = { createPreset: { id: string, name: string, query: string } };

export type UpdatePresetMutationVariables = Exact<{
  kind: PresetKind;
  id: string;
  input: PresetInput;
}>;


export type UpdatePresetMutation = { updatePreset: { id: string, name: string, query: string } };

export type DeletePresetMutationVariables = Exact<{
  kind: PresetKind;
  id: string;
}>;


export type DeletePresetMutation = { deletePreset: string };

export type AlarmCardFragment = { id: string, kind: AlarmKind, linkId: string | null, linkName: string | null, per: AlarmWindow | null, sensitivity: AlarmSensitivity | null, minimum: number | null, daysBefore: number | null, tz: string, quietFrom: string | null, quietTo: string | null, isOn: boolean, firingSince: string | null, emails: Array<{ email: string, confirmedAt: string | null }> };

export type AlarmFiringFragment = { id: string, alarmId: string, kind: AlarmKind, linkName: string | null, from: string, to: string, figure: number, usual: number | null, firedAt: string, endedAt: string | null, mailAt: string, subjects: Array<{ kind: ExpiringKind, id: string, name: string, at: string }> };

export type AlarmsQueryVariables = Exact<{ [key: string]: never; }>;


export type AlarmsQuery = { alarms: Array<{ id: string, kind: AlarmKind, linkId: string | null, linkName: string | null, per: AlarmWindow | null, sensitivity: AlarmSensitivity | null, minimum: number | null, daysBefore: number | null, tz: string, quietFrom: string | null, quietTo: string | null, isOn: boolean, firingSince: string | null, emails: Array<{ email: string, confirmedAt: string | null }> }>, alarmHistory: Array<{ id: string, alarmId: string, kind: AlarmKind, linkName: string | null, from: string, to: string, figure: number, usual: number | null, firedAt: string, endedAt: string | null, mailAt: string, subjects: Array<{ kind: ExpiringKind, id: string, name: string, at: string }> }> };

export type CreateAlarmMutationVariables = Exact<{
  input: CreateAlarmInput;
}>;


export type CreateAlarmMutation = { createAlarm: { id: string, kind: AlarmKind, linkId: string | null, linkName: string | null, per: AlarmWindow | null, sensitivity: AlarmSensitivity | null, minimum: number | null, daysBefore: number | null, tz: string, quietFrom: string | null, quietTo: string | null, isOn: boolean, firingSince: string | null, emails: Array<{ email: string, confirmedAt: string | null }> } };

export type UpdateAlarmMutationVariables = Exact<{
  id: string;
  input: UpdateAlarmInput;
}>;


export type UpdateAlarmMutation = { updateAlarm: { id: string, kind: AlarmKind, linkId: string | null, linkName: string | null, per: AlarmWindow | null, sensitivity: AlarmSensitivity | null, minimum: number | null, daysBefore: number | null, tz: string, quietFrom: string | null, quietTo: string | null, isOn: boolean, firingSince: string | null, emails: Array<{ email: string, confirmedAt: string | null }> } };

export type TryAlarmMutationVariables = Exact<{
  id: string;
}>;


export type TryAlarmMutation = { tryAlarm: string };

export type DeleteAlarmMutationVariables = Exact<{
  id: string;
}>;


export type DeleteAlarmMutation = { deleteAlarm: string };

export type OutletRowFragment = { id: string, kind: OutletKind, name: string, createdAt: string, state: OutletState, pausedAt: string | null, userName: string | null, credentialKind: CredentialKind | null, keyName: string | null, widenedAt: string | null, widenedUserName: string | null, widenedCredentialKind: CredentialKind | null, widenedKeyName: string | null };

export type OutletsQueryVariables = Exact<{ [key: string]: never; }>;


export type OutletsQuery = { outlets: Array<{ id: string, kind: OutletKind, name: string, createdAt: string, state: OutletState, pausedAt: string | null, userName: string | null, credentialKind: CredentialKind | null, keyName: string | null, widenedAt: string | null, widenedUserName: string | null, widenedCredentialKind: CredentialKind | null, widenedKeyName: string | null }> };

export type ResumeOutletMutationVariables = Exact<{
  kind: OutletKind;
  id: string;
}>;


export type ResumeOutletMutation = { resumeOutlet: { id: string, kind: OutletKind, name: string, createdAt: string, state: OutletState, pausedAt: string | null, userName: string | null, credentialKind: CredentialKind | null, keyName: string | null, widenedAt: string | null, widenedUserName: string | null, widenedCredentialKind: CredentialKind | null, widenedKeyName: string | null } };

export type DeleteOutletMutationVariables = Exact<{
  kind: OutletKind;
  id: string;
}>;


export type DeleteOutletMutation = { deleteOutlet: { id: string } };

export type ConfirmSessionMutationVariables = Exact<{
  currentPassword?: string | null | undefined;
  code?: string | null | undefined;
}>;


export type ConfirmSessionMutation = { confirmSession: boolean };

export type MailConfirmCodeMutationVariables = Exact<{ [key: string]: never; }>;


export type MailConfirmCodeMutation = { sendConfirmCode: boolean };

export type ReportFieldsFragment = { id: string, email: string, cadence: ReportCadence, confirmedAt: string | null, dueAt: string | null };

export type ReportsQueryVariables = Exact<{ [key: string]: never; }>;


export type ReportsQuery = { reports: Array<{ id: string, email: string, cadence: ReportCadence, confirmedAt: string | null, dueAt: string | null }> };

export type CreateReportMutationVariables = Exact<{
  input: CreateReportInput;
}>;


export type CreateReportMutation = { createReport: { id: string, email: string, cadence: ReportCadence, confirmedAt: string | null, dueAt: string | null } };

export type TryReportMutationVariables = Exact<{
  id: string;
}>;


export type TryReportMutation = { tryReport: string };

export type DeleteReportMutationVariables = Exact<{
  id: string;
}>;


export type DeleteReportMutation = { deleteReport: string };

export type ShareCardFragment = { id: string, name: string, target: ShareTarget, targetId: string | null, targetName: string | null, figures: Array<ShareFigure>, dimensions: Array<ShareDimension>, timeZone: string, from: string | null, expiresAt: string | null, hasPassword: boolean, origins: Array<string>, createdAt: string };

export type SharesQueryVariables = Exact<{ [key: string]: never; }>;


export type SharesQuery = { shares: Array<{ id: string, name: string, target: ShareTarget, targetId: string | null, targetName: string | null, figures: Array<ShareFigure>, dimensions: Array<ShareDimension>, timeZone: string, from: string | null, expiresAt: string | null, hasPassword: boolean, origins: Array<string>, createdAt: string }> };

export type CreateShareMutationVariables = Exact<{
  input: CreateShareInput;
}>;


export type CreateShareMutation = { createShare: { url: string, share: { id: string, name: string, target: ShareTarget, targetId: string | null, targetName: string | null, figures: Array<ShareFigure>, dimensions: Array<ShareDimension>, timeZone: string, from: string | null, expiresAt: string | null, hasPassword: boolean, origins: Array<string>, createdAt: string } } };

export type UpdateShareMutationVariables = Exact<{
  id: string;
  input: UpdateShareInput;
}>;


export type UpdateShareMutation = { updateShare: { id: string, name: string, target: ShareTarget, targetId: string | null, targetName: string | null, figures: Array<ShareFigure>, dimensions: Array<ShareDimension>, timeZone: string, from: string | null, expiresAt: string | null, hasPassword: boolean, origins: Array<string>, createdAt: string } };

export type RenewShareMutationVariables = Exact<{
  id: string;
}>;


export type RenewShareMutation = { renewShare: { url: string, share: { id: string, name: string, target: ShareTarget, targetId: string | null, targetName: string | null, figures: Array<ShareFigure>, dimensions: Array<ShareDimension>, timeZone: string, from: string | null, expiresAt: string | null, hasPassword: boolean, origins: Array<string>, createdAt: string } } };

export type RevokeShareMutationVariables = Exact<{
  id: string;
}>;


export type RevokeShareMutation = { deleteShare: string };

export type TopListsFragment = { topCountries: Array<{ code: string, name: string, clicks: number }>, topBrowsers: Array<{ value: string, clicks: number }>, topOperatingSystems: Array<{ value: string, clicks: number }>, topDevices: Array<{ value: string, clicks: number }>, topSources: Array<{ value: string, clicks: number, isOwn: boolean | null }>, topReferrers: Array<{ value: string, clicks: number, isOwn: boolean | null }>, topIsps: Array<{ value: string, clicks: number }> };

export const SessionUserFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionUser"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"contactNumber"}},{"kind":"Field","name":{"kind":"Name","value":"isGoogleUser"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}}]}}]} as unknown as DocumentNode<SessionUserFragment, unknown>;
export const ProfileFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Profile"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionUser"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastLogin"}},{"kind":"Field","name":{"kind":"Name","value":"pendingEmail"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionUser"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"contactNumber"}},{"kind":"Field","name":{"kind":"Name","value":"isGoogleUser"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}}]}}]} as unknown as DocumentNode<ProfileFragment, unknown>;
export const JudgedTopFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"JudgedTop"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BotTop"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"distinct"}},{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"reasons"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"lastAt"}}]}}]}}]} as unknown as DocumentNode<JudgedTopFragment, unknown>;
export const OwnRulesFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OwnRules"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BotRules"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"verdicts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}}]}},{"kind":"Field","name":{"kind":"Name","value":"addresses"}},{"kind":"Field","name":{"kind":"Name","value":"parameter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}}]} as unknown as DocumentNode<OwnRulesFragment, unknown>;
export const LinkFiguresFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LinkStats"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalClicks"}},{"kind":"Field","name":{"kind":"Name","value":"uniqueVisitors"}},{"kind":"Field","name":{"kind":"Name","value":"countries"}},{"kind":"Field","name":{"kind":"Name","value":"browsers"}},{"kind":"Field","name":{"kind":"Name","value":"clicksByDate"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}}]}}]} as unknown as DocumentNode<LinkFiguresFragment, unknown>;
export const ChartNoteFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChartNote"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Note"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"linkId"}},{"kind":"Field","name":{"kind":"Name","value":"linkName"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]} as unknown as DocumentNode<ChartNoteFragment, unknown>;
export const ClickRetentionCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ClickRetentionCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ClickRetention"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"days"}},{"kind":"Field","name":{"kind":"Name","value":"waiting"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"days"}},{"kind":"Field","name":{"kind":"Name","value":"from"}}]}},{"kind":"Field","name":{"kind":"Name","value":"clicksSince"}},{"kind":"Field","name":{"kind":"Name","value":"heldSince"}}]}}]} as unknown as DocumentNode<ClickRetentionCardFragment, unknown>;
export const ApiKeyCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ApiKeyCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"scopes"}},{"kind":"Field","name":{"kind":"Name","value":"domain"}},{"kind":"Field","name":{"kind":"Name","value":"groupId"}},{"kind":"Field","name":{"kind":"Name","value":"groupName"}},{"kind":"Field","name":{"kind":"Name","value":"tag"}},{"kind":"Field","name":{"kind":"Name","value":"addresses"}},{"kind":"Field","name":{"kind":"Name","value":"requestsPerMinute"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"revokedAt"}}]}}]} as unknown as DocumentNode<ApiKeyCardFragment, unknown>;
export const ClickExportCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ClickExportCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ClickExport"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"endpoint"}},{"kind":"Field","name":{"kind":"Name","value":"bucket"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"accessKeyId"}},{"kind":"Field","name":{"kind":"Name","value":"cadence"}},{"kind":"Field","name":{"kind":"Name","value":"bots"}},{"kind":"Field","name":{"kind":"Name","value":"conversions"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"filesWritten"}},{"kind":"Field","name":{"kind":"Name","value":"filesWaiting"}},{"kind":"Field","name":{"kind":"Name","value":"lastWrittenAt"}}]}}]} as unknown as DocumentNode<ClickExportCardFragment, unknown>;
export const SqlAccessFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SqlAccessFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SqlAccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"available"}},{"kind":"Field","name":{"kind":"Name","value":"grantedAt"}},{"kind":"Field","name":{"kind":"Name","value":"user"}},{"kind":"Field","name":{"kind":"Name","value":"httpUrl"}},{"kind":"Field","name":{"kind":"Name","value":"nativeAddress"}},{"kind":"Field","name":{"kind":"Name","value":"database"}}]}}]} as unknown as DocumentNode<SqlAccessFieldsFragment, unknown>;
export const SavedQueryFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SavedQueryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SavedQuery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<SavedQueryFieldsFragment, unknown>;
export const WebhookCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WebhookCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Webhook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"events"}},{"kind":"Field","name":{"kind":"Name","value":"linkIds"}},{"kind":"Field","name":{"kind":"Name","value":"groupIds"}},{"kind":"Field","name":{"kind":"Name","value":"clickMilestones"}},{"kind":"Field","name":{"kind":"Name","value":"ordered"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"succeededAt"}},{"kind":"Field","name":{"kind":"Name","value":"previousSecretUntil"}}]}}]} as unknown as DocumentNode<WebhookCardFragment, unknown>;
export const WebhookMessageRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WebhookMessageRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookMessage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"endedAt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}}]}}]} as unknown as DocumentNode<WebhookMessageRowFragment, unknown>;
export const UtmRulesFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UtmRulesFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UtmRules"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lowerCase"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}}]}}]} as unknown as DocumentNode<UtmRulesFieldsFragment, unknown>;
export const LinkImportFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkImportFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LinkImport"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"columns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"use"}},{"kind":"Field","name":{"kind":"Name","value":"isChosen"}},{"kind":"Field","name":{"kind":"Name","value":"filled"}},{"kind":"Field","name":{"kind":"Name","value":"closes"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dates"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"toCreate"}},{"kind":"Field","name":{"kind":"Name","value":"existing"}},{"kind":"Field","name":{"kind":"Name","value":"rejected"}},{"kind":"Field","name":{"kind":"Name","value":"losses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"links"}}]}},{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"problem"}},{"kind":"Field","name":{"kind":"Name","value":"visitsState"}},{"kind":"Field","name":{"kind":"Name","value":"visitsLinks"}},{"kind":"Field","name":{"kind":"Name","value":"visitsDone"}},{"kind":"Field","name":{"kind":"Name","value":"visitsImported"}},{"kind":"Field","name":{"kind":"Name","value":"visitsProblem"}}]}}]} as unknown as DocumentNode<LinkImportFieldsFragment, unknown>;
export const LinkJobFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkJobFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LinkJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"undoes"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"unchanged"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"canUndo"}}]}}]} as unknown as DocumentNode<LinkJobFieldsFragment, unknown>;
export const ShortUrlFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShortUrl"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"fullShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]} as unknown as DocumentNode<ShortUrlFragment, unknown>;
export const TagPillFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TagPill"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"colour"}}]}}]} as unknown as DocumentNode<TagPillFragment, unknown>;
export const LinkCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"originalUrl"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"banReason"}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"group"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tags"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TagPill"}}]}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"isArchived"}},{"kind":"Field","name":{"kind":"Name","value":"isFavourite"}},{"kind":"Field","name":{"kind":"Name","value":"destination"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"iconUrl"}},{"kind":"Field","name":{"kind":"Name","value":"pictureUrl"}},{"kind":"Field","name":{"kind":"Name","value":"problem"}},{"kind":"Field","name":{"kind":"Name","value":"deadSince"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShortUrl"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"fullShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TagPill"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"colour"}}]}}]} as unknown as DocumentNode<LinkCardFragment, unknown>;
export const LinkVisitsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkVisits"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"maxClicks"}},{"kind":"Field","name":{"kind":"Name","value":"visitsLeft"}}]}}]} as unknown as DocumentNode<LinkVisitsFragment, unknown>;
export const LinkMarksFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkMarks"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkVisits"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}}]}},{"kind":"Field","name":{"kind":"Name","value":"split"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sticky"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkVisits"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"maxClicks"}},{"kind":"Field","name":{"kind":"Name","value":"visitsLeft"}}]}}]} as unknown as DocumentNode<LinkMarksFragment, unknown>;
export const LinkConvertedFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkConverted"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"leads"}},{"kind":"Field","name":{"kind":"Name","value":"sales"}},{"kind":"Field","name":{"kind":"Name","value":"revenue"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}}]}}]}}]} as unknown as DocumentNode<LinkConvertedFragment, unknown>;
export const QuestionFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Question"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Condition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"op"}},{"kind":"Field","name":{"kind":"Name","value":"values"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<QuestionFragment, unknown>;
export const InnerConditionFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"InnerCondition"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Condition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Question"}},{"kind":"Field","name":{"kind":"Name","value":"all"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Question"}}]}},{"kind":"Field","name":{"kind":"Name","value":"any"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Question"}}]}},{"kind":"Field","name":{"kind":"Name","value":"not"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Question"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Question"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Condition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"op"}},{"kind":"Field","name":{"kind":"Name","value":"values"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<InnerConditionFragment, unknown>;
export const MiddleConditionFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MiddleCondition"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Condition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Question"}},{"kind":"Field","name":{"kind":"Name","value":"all"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"InnerCondition"}}]}},{"kind":"Field","name":{"kind":"Name","value":"any"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"InnerCondition"}}]}},{"kind":"Field","name":{"kind":"Name","value":"not"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"InnerCondition"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Question"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Condition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"op"}},{"kind":"Field","name":{"kind":"Name","value":"values"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"InnerCondition"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Condition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Question"}},{"kind":"Field","name":{"kind":"Name","value":"all"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Question"}}]}},{"kind":"Field","name":{"kind":"Name","value":"any"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Question"}}]}},{"kind":"Field","name":{"kind":"Name","value":"not"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Question"}}]}}]}}]} as unknown as DocumentNode<MiddleConditionFragment, unknown>;
export const OuterConditionFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OuterCondition"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Condition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Question"}},{"kind":"Field","name":{"kind":"Name","value":"all"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MiddleCondition"}}]}},{"kind":"Field","name":{"kind":"Name","value":"any"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MiddleCondition"}}]}},{"kind":"Field","name":{"kind":"Name","value":"not"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MiddleCondition"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Question"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Condition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"op"}},{"kind":"Field","name":{"kind":"Name","value":"values"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"InnerCondition"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Condition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Question"}},{"kind":"Field","name":{"kind":"Name","value":"all"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Question"}}]}},{"kind":"Field","name":{"kind":"Name","value":"any"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Question"}}]}},{"kind":"Field","name":{"kind":"Name","value":"not"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Question"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MiddleCondition"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Condition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Question"}},{"kind":"Field","name":{"kind":"Name","value":"all"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"InnerCondition"}}]}},{"kind":"Field","name":{"kind":"Name","value":"any"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"InnerCondition"}}]}},{"kind":"Field","name":{"kind":"Name","value":"not"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"InnerCondition"}}]}}]}}]} as unknown as DocumentNode<OuterConditionFragment, unknown>;
export const SplitPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SplitParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Split"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"arms"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sticky"}}]}}]} as unknown as DocumentNode<SplitPartsFragment, unknown>;
export const PlainOptionsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PlainOptions"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"notBefore"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiredUrl"}},{"kind":"Field","name":{"kind":"Name","value":"maxClicks"}},{"kind":"Field","name":{"kind":"Name","value":"maxClicksUrl"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"forwardQuery"}},{"kind":"Field","name":{"kind":"Name","value":"forwardQueryMode"}},{"kind":"Field","name":{"kind":"Name","value":"appendPath"}},{"kind":"Field","name":{"kind":"Name","value":"redirectStatus"}},{"kind":"Field","name":{"kind":"Name","value":"preview"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"imageUrl"}}]}},{"kind":"Field","name":{"kind":"Name","value":"hideDestination"}},{"kind":"Field","name":{"kind":"Name","value":"allowIndexing"}},{"kind":"Field","name":{"kind":"Name","value":"passClickId"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}}]}}]} as unknown as DocumentNode<PlainOptionsFragment, unknown>;
export const DestinationChecksFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DestinationChecksFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DestinationChecks"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isOn"}},{"kind":"Field","name":{"kind":"Name","value":"isOffered"}},{"kind":"Field","name":{"kind":"Name","value":"destinations"}},{"kind":"Field","name":{"kind":"Name","value":"dead"}}]}}]} as unknown as DocumentNode<DestinationChecksFieldsFragment, unknown>;
export const DomainCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DomainCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Domain"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"isDefault"}},{"kind":"Field","name":{"kind":"Name","value":"ignoresCase"}},{"kind":"Field","name":{"kind":"Name","value":"links"}}]}}]} as unknown as DocumentNode<DomainCardFragment, unknown>;
export const DomainCheckFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DomainCheck"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Domain"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"checkedAt"}},{"kind":"Field","name":{"kind":"Name","value":"records"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"isFound"}}]}},{"kind":"Field","name":{"kind":"Name","value":"problems"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}},{"kind":"Field","name":{"kind":"Name","value":"certificate"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"notAfter"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"nextTryAt"}}]}}]}}]} as unknown as DocumentNode<DomainCheckFragment, unknown>;
export const GroupCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GroupCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Group"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"urlCount"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"recentLinks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"3"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShortUrl"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"fullShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]} as unknown as DocumentNode<GroupCardFragment, unknown>;
export const OwnTagFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OwnTag"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TagPill"}},{"kind":"Field","name":{"kind":"Name","value":"urlCount"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TagPill"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"colour"}}]}}]} as unknown as DocumentNode<OwnTagFragment, unknown>;
export const PresetFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PresetFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Preset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"query"}}]}}]} as unknown as DocumentNode<PresetFieldsFragment, unknown>;
export const AlarmCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AlarmCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Alarm"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"linkId"}},{"kind":"Field","name":{"kind":"Name","value":"linkName"}},{"kind":"Field","name":{"kind":"Name","value":"per"}},{"kind":"Field","name":{"kind":"Name","value":"sensitivity"}},{"kind":"Field","name":{"kind":"Name","value":"minimum"}},{"kind":"Field","name":{"kind":"Name","value":"daysBefore"}},{"kind":"Field","name":{"kind":"Name","value":"emails"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"confirmedAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tz"}},{"kind":"Field","name":{"kind":"Name","value":"quietFrom"}},{"kind":"Field","name":{"kind":"Name","value":"quietTo"}},{"kind":"Field","name":{"kind":"Name","value":"isOn"}},{"kind":"Field","name":{"kind":"Name","value":"firingSince"}}]}}]} as unknown as DocumentNode<AlarmCardFragment, unknown>;
export const AlarmFiringFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AlarmFiring"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AlarmFiring"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"alarmId"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"linkName"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"figure"}},{"kind":"Field","name":{"kind":"Name","value":"usual"}},{"kind":"Field","name":{"kind":"Name","value":"subjects"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"at"}}]}},{"kind":"Field","name":{"kind":"Name","value":"firedAt"}},{"kind":"Field","name":{"kind":"Name","value":"endedAt"}},{"kind":"Field","name":{"kind":"Name","value":"mailAt"}}]}}]} as unknown as DocumentNode<AlarmFiringFragment, unknown>;
export const OutletRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OutletRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Outlet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"pausedAt"}},{"kind":"Field","name":{"kind":"Name","value":"userName"}},{"kind":"Field","name":{"kind":"Name","value":"credentialKind"}},{"kind":"Field","name":{"kind":"Name","value":"keyName"}},{"kind":"Field","name":{"kind":"Name","value":"widenedAt"}},{"kind":"Field","name":{"kind":"Name","value":"widenedUserName"}},{"kind":"Field","name":{"kind":"Name","value":"widenedCredentialKind"}},{"kind":"Field","name":{"kind":"Name","value":"widenedKeyName"}}]}}]} as unknown as DocumentNode<OutletRowFragment, unknown>;
export const ReportFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ReportFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Report"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"cadence"}},{"kind":"Field","name":{"kind":"Name","value":"confirmedAt"}},{"kind":"Field","name":{"kind":"Name","value":"dueAt"}}]}}]} as unknown as DocumentNode<ReportFieldsFragment, unknown>;
export const ShareCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShareCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Share"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"targetId"}},{"kind":"Field","name":{"kind":"Name","value":"targetName"}},{"kind":"Field","name":{"kind":"Name","value":"figures"}},{"kind":"Field","name":{"kind":"Name","value":"dimensions"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"origins"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<ShareCardFragment, unknown>;
export const TopListsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TopLists"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LinkStats"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"topCountries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}},{"kind":"Field","name":{"kind":"Name","value":"topBrowsers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}},{"kind":"Field","name":{"kind":"Name","value":"topOperatingSystems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}},{"kind":"Field","name":{"kind":"Name","value":"topDevices"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}},{"kind":"Field","name":{"kind":"Name","value":"topSources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"isOwn"}}]}},{"kind":"Field","name":{"kind":"Name","value":"topReferrers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"isOwn"}}]}},{"kind":"Field","name":{"kind":"Name","value":"topIsps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}}]}}]} as unknown as DocumentNode<TopListsFragment, unknown>;
export const MeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Me"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"me"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionUser"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionUser"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"contactNumber"}},{"kind":"Field","name":{"kind":"Name","value":"isGoogleUser"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}}]}}]} as unknown as DocumentNode<MeQuery, MeQueryVariables>;
export const RegisterDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Register"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RegisterInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"register"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<RegisterMutation, RegisterMutationVariables>;
export const LoginDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Login"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"email"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"password"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"login"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"email"},"value":{"kind":"Variable","name":{"kind":"Name","value":"email"}}},{"kind":"Argument","name":{"kind":"Name","value":"password"},"value":{"kind":"Variable","name":{"kind":"Name","value":"password"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionUser"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tokens"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accessToken"}},{"kind":"Field","name":{"kind":"Name","value":"refreshToken"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionUser"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"contactNumber"}},{"kind":"Field","name":{"kind":"Name","value":"isGoogleUser"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}}]}}]} as unknown as DocumentNode<LoginMutation, LoginMutationVariables>;
export const LogoutDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Logout"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"logout"}}]}}]} as unknown as DocumentNode<LogoutMutation, LogoutMutationVariables>;
export const ForgotPasswordDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ForgotPassword"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"email"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"forgotPassword"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"email"},"value":{"kind":"Variable","name":{"kind":"Name","value":"email"}}}]}]}}]} as unknown as DocumentNode<ForgotPasswordMutation, ForgotPasswordMutationVariables>;
export const ResetPasswordDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResetPassword"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"resetToken"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"newPassword"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resetPassword"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"resetToken"},"value":{"kind":"Variable","name":{"kind":"Name","value":"resetToken"}}},{"kind":"Argument","name":{"kind":"Name","value":"newPassword"},"value":{"kind":"Variable","name":{"kind":"Name","value":"newPassword"}}}]}]}}]} as unknown as DocumentNode<ResetPasswordMutation, ResetPasswordMutationVariables>;
export const ProfileDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Profile"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"me"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Profile"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionUser"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"contactNumber"}},{"kind":"Field","name":{"kind":"Name","value":"isGoogleUser"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Profile"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionUser"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastLogin"}},{"kind":"Field","name":{"kind":"Name","value":"pendingEmail"}}]}}]} as unknown as DocumentNode<ProfileQuery, ProfileQueryVariables>;
export const UpdateProfileDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateProfile"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"email"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"contactNumber"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"currentPassword"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateProfile"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}},{"kind":"Argument","name":{"kind":"Name","value":"email"},"value":{"kind":"Variable","name":{"kind":"Name","value":"email"}}},{"kind":"Argument","name":{"kind":"Name","value":"contactNumber"},"value":{"kind":"Variable","name":{"kind":"Name","value":"contactNumber"}}},{"kind":"Argument","name":{"kind":"Name","value":"currentPassword"},"value":{"kind":"Variable","name":{"kind":"Name","value":"currentPassword"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Profile"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionUser"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"contactNumber"}},{"kind":"Field","name":{"kind":"Name","value":"isGoogleUser"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Profile"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionUser"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastLogin"}},{"kind":"Field","name":{"kind":"Name","value":"pendingEmail"}}]}}]} as unknown as DocumentNode<UpdateProfileMutation, UpdateProfileMutationVariables>;
export const ChangePasswordDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ChangePassword"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"currentPassword"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"newPassword"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"revokeSqlAccess"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"revokeKeys"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"changePassword"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"currentPassword"},"value":{"kind":"Variable","name":{"kind":"Name","value":"currentPassword"}}},{"kind":"Argument","name":{"kind":"Name","value":"newPassword"},"value":{"kind":"Variable","name":{"kind":"Name","value":"newPassword"}}},{"kind":"Argument","name":{"kind":"Name","value":"revokeSqlAccess"},"value":{"kind":"Variable","name":{"kind":"Name","value":"revokeSqlAccess"}}},{"kind":"Argument","name":{"kind":"Name","value":"revokeKeys"},"value":{"kind":"Variable","name":{"kind":"Name","value":"revokeKeys"}}}]}]}}]} as unknown as DocumentNode<ChangePasswordMutation, ChangePasswordMutationVariables>;
export const LogoutAllDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"LogoutAll"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"logoutAll"}}]}}]} as unknown as DocumentNode<LogoutAllMutation, LogoutAllMutationVariables>;
export const DeleteAccountDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteAccount"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"password"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteAccount"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"password"},"value":{"kind":"Variable","name":{"kind":"Name","value":"password"}}}]}]}}]} as unknown as DocumentNode<DeleteAccountMutation, DeleteAccountMutationVariables>;
export const AccountFiguresDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AccountFigures"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Range"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tz"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bots"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filters"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ClickFilter"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"interval"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChartInterval"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"analytics"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}},{"kind":"Argument","name":{"kind":"Name","value":"tz"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tz"}}},{"kind":"Argument","name":{"kind":"Name","value":"bots"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bots"}}},{"kind":"Argument","name":{"kind":"Name","value":"filters"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filters"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"figures"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"people"}},{"kind":"Field","name":{"kind":"Name","value":"bots"}},{"kind":"Field","name":{"kind":"Name","value":"uniqueVisitors"}}]}},{"kind":"Field","name":{"kind":"Name","value":"chart"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"interval"},"value":{"kind":"Variable","name":{"kind":"Name","value":"interval"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}}]}}]}}]} as unknown as DocumentNode<AccountFiguresQuery, AccountFiguresQueryVariables>;
export const ListedClicksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListedClicks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Range"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tz"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bots"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filters"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ClickFilter"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"analytics"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}},{"kind":"Argument","name":{"kind":"Name","value":"tz"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tz"}}},{"kind":"Argument","name":{"kind":"Name","value":"bots"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bots"}}},{"kind":"Argument","name":{"kind":"Name","value":"filters"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filters"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"figures"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}}]}}]}}]} as unknown as DocumentNode<ListedClicksQuery, ListedClicksQueryVariables>;
export const AccountTopsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AccountTops"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Range"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tz"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bots"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filters"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ClickFilter"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"fields"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ClickDimension"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"columns"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},"defaultValue":{"kind":"BooleanValue","value":true}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sources"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},"defaultValue":{"kind":"BooleanValue","value":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"analytics"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}},{"kind":"Argument","name":{"kind":"Name","value":"tz"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tz"}}},{"kind":"Argument","name":{"kind":"Name","value":"bots"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bots"}}},{"kind":"Argument","name":{"kind":"Name","value":"filters"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filters"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tops"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"fields"},"value":{"kind":"Variable","name":{"kind":"Name","value":"fields"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"columns"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}},{"kind":"Field","name":{"kind":"Name","value":"distinct"}}]}},{"kind":"Field","name":{"kind":"Name","value":"topSources"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sources"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"isOwn"}}]}},{"kind":"Field","name":{"kind":"Name","value":"distinct"}}]}}]}}]}}]} as unknown as DocumentNode<AccountTopsQuery, AccountTopsQueryVariables>;
export const AccountTopLinksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AccountTopLinks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Range"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tz"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bots"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filters"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ClickFilter"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"analytics"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}},{"kind":"Argument","name":{"kind":"Name","value":"tz"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tz"}}},{"kind":"Argument","name":{"kind":"Name","value":"bots"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bots"}}},{"kind":"Argument","name":{"kind":"Name","value":"filters"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filters"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"topLinks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"link"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShortUrl"}}]}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}},{"kind":"Field","name":{"kind":"Name","value":"distinct"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShortUrl"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"fullShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]} as unknown as DocumentNode<AccountTopLinksQuery, AccountTopLinksQueryVariables>;
export const FindLinksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FindLinks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"links"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShortUrl"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShortUrl"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"fullShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]} as unknown as DocumentNode<FindLinksQuery, FindLinksQueryVariables>;
export const GroupNamesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GroupNames"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<GroupNamesQuery, GroupNamesQueryVariables>;
export const ClassifiedFiguresDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ClassifiedFigures"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Range"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tz"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"people"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filters"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ClickFilter"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"only"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"BotFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"interval"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChartInterval"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"classifiedClicks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}},{"kind":"Argument","name":{"kind":"Name","value":"tz"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tz"}}},{"kind":"Argument","name":{"kind":"Name","value":"people"},"value":{"kind":"Variable","name":{"kind":"Name","value":"people"}}},{"kind":"Argument","name":{"kind":"Name","value":"filters"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filters"}}},{"kind":"Argument","name":{"kind":"Name","value":"only"},"value":{"kind":"Variable","name":{"kind":"Name","value":"only"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"figures"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"links"}},{"kind":"Field","name":{"kind":"Name","value":"kinds"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"chart"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"interval"},"value":{"kind":"Variable","name":{"kind":"Name","value":"interval"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}}]}}]}}]} as unknown as DocumentNode<ClassifiedFiguresQuery, ClassifiedFiguresQueryVariables>;
export const ClassifiedTopsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ClassifiedTops"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Range"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tz"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"people"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filters"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ClickFilter"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"only"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"BotFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"classifiedClicks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}},{"kind":"Argument","name":{"kind":"Name","value":"tz"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tz"}}},{"kind":"Argument","name":{"kind":"Name","value":"people"},"value":{"kind":"Variable","name":{"kind":"Name","value":"people"}}},{"kind":"Argument","name":{"kind":"Name","value":"filters"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filters"}}},{"kind":"Argument","name":{"kind":"Name","value":"only"},"value":{"kind":"Variable","name":{"kind":"Name","value":"only"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"reason"},"name":{"kind":"Name","value":"top"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"reason"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"JudgedTop"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"agent"},"name":{"kind":"Name","value":"top"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"agent"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"JudgedTop"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"network"},"name":{"kind":"Name","value":"top"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"network"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"JudgedTop"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"referrer"},"name":{"kind":"Name","value":"top"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"referrer"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"JudgedTop"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"JudgedTop"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BotTop"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"distinct"}},{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"reasons"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"lastAt"}}]}}]}}]} as unknown as DocumentNode<ClassifiedTopsQuery, ClassifiedTopsQueryVariables>;
export const ClassifiedSamplesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ClassifiedSamples"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Range"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tz"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"people"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filters"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ClickFilter"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"only"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"BotFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"classifiedClicks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}},{"kind":"Argument","name":{"kind":"Name","value":"tz"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tz"}}},{"kind":"Argument","name":{"kind":"Name","value":"people"},"value":{"kind":"Variable","name":{"kind":"Name","value":"people"}}},{"kind":"Argument","name":{"kind":"Name","value":"filters"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filters"}}},{"kind":"Argument","name":{"kind":"Name","value":"only"},"value":{"kind":"Variable","name":{"kind":"Name","value":"only"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"samples"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","name":{"kind":"Name","value":"botReason"}},{"kind":"Field","name":{"kind":"Name","value":"rulesVersion"}},{"kind":"Field","name":{"kind":"Name","value":"userAgent"}},{"kind":"Field","name":{"kind":"Name","value":"network"}},{"kind":"Field","name":{"kind":"Name","value":"isp"}},{"kind":"Field","name":{"kind":"Name","value":"referrer"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"countryCode"}},{"kind":"Field","name":{"kind":"Name","value":"link"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShortUrl"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShortUrl"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"fullShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]} as unknown as DocumentNode<ClassifiedSamplesQuery, ClassifiedSamplesQueryVariables>;
export const OwnBotRulesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OwnBotRules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"botRules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OwnRules"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OwnRules"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BotRules"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"verdicts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}}]}},{"kind":"Field","name":{"kind":"Name","value":"addresses"}},{"kind":"Field","name":{"kind":"Name","value":"parameter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}}]} as unknown as DocumentNode<OwnBotRulesQuery, OwnBotRulesQueryVariables>;
export const SetBotRulesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetBotRules"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"BotRulesInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setBotRules"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OwnRules"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OwnRules"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BotRules"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"verdicts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}}]}},{"kind":"Field","name":{"kind":"Name","value":"addresses"}},{"kind":"Field","name":{"kind":"Name","value":"parameter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}}]} as unknown as DocumentNode<SetBotRulesMutation, SetBotRulesMutationVariables>;
export const TryOwnBotRulesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TryOwnBotRules"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Range"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tz"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filters"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ClickFilter"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tryBotRules"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}},{"kind":"Argument","name":{"kind":"Name","value":"tz"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tz"}}},{"kind":"Argument","name":{"kind":"Name","value":"filters"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filters"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"classified"}},{"kind":"Field","name":{"kind":"Name","value":"toBots"}},{"kind":"Field","name":{"kind":"Name","value":"toPeople"}},{"kind":"Field","name":{"kind":"Name","value":"otherReasons"}},{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"Field","name":{"kind":"Name","value":"linkId"}},{"kind":"Field","name":{"kind":"Name","value":"toBots"}},{"kind":"Field","name":{"kind":"Name","value":"toPeople"}},{"kind":"Field","name":{"kind":"Name","value":"otherReasons"}},{"kind":"Field","name":{"kind":"Name","value":"link"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShortUrl"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShortUrl"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"fullShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]} as unknown as DocumentNode<TryOwnBotRulesQuery, TryOwnBotRulesQueryVariables>;
export const ShortHostsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ShortHosts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"links"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fullShortUrl"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ShortHostsQuery, ShortHostsQueryVariables>;
export const DashboardDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Dashboard"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tz"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dashboard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"tz"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tz"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"overview"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalUrls"}},{"kind":"Field","name":{"kind":"Name","value":"totalClicks"}},{"kind":"Field","name":{"kind":"Name","value":"totalGroups"}},{"kind":"Field","name":{"kind":"Name","value":"averageCTR"}}]}},{"kind":"Field","name":{"kind":"Name","value":"growth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"urls"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"groups"}},{"kind":"Field","name":{"kind":"Name","value":"ctr"}}]}}]}}]}}]} as unknown as DocumentNode<DashboardQuery, DashboardQueryVariables>;
export const DashboardAnalyticsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DashboardAnalytics"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tz"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dashboardAnalytics"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"period"},"value":{"kind":"StringValue","value":"7d","block":false}},{"kind":"Argument","name":{"kind":"Name","value":"tz"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tz"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clicksByDate"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}},{"kind":"Field","name":{"kind":"Name","value":"groupDistribution"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groupName"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]} as unknown as DocumentNode<DashboardAnalyticsQuery, DashboardAnalyticsQueryVariables>;
export const RecentLinksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RecentLinks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"links"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShortUrl"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"fullShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]} as unknown as DocumentNode<RecentLinksQuery, RecentLinksQueryVariables>;
export const RecentGroupsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RecentGroups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"urlCount"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}}]}}]} as unknown as DocumentNode<RecentGroupsQuery, RecentGroupsQueryVariables>;
export const LedgerBalanceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LedgerBalance"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Range"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ledger"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}},{"kind":"Argument","name":{"kind":"Name","value":"linkId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"received"}},{"kind":"Field","name":{"kind":"Name","value":"recorded"}},{"kind":"Field","name":{"kind":"Name","value":"unchecked"}},{"kind":"Field","name":{"kind":"Name","value":"dropped"}},{"kind":"Field","name":{"kind":"Name","value":"erased"}},{"kind":"Field","name":{"kind":"Name","value":"forgotten"}},{"kind":"Field","name":{"kind":"Name","value":"pending"}},{"kind":"Field","name":{"kind":"Name","value":"missing"}},{"kind":"Field","name":{"kind":"Name","value":"parts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"part"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"requests"}}]}},{"kind":"Field","name":{"kind":"Name","value":"countedSince"}},{"kind":"Field","name":{"kind":"Name","value":"sums"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"people"}},{"kind":"Field","name":{"kind":"Name","value":"bots"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sumsAgree"}}]}}]}}]}}]} as unknown as DocumentNode<LedgerBalanceQuery, LedgerBalanceQueryVariables>;
export const LedgerRequestsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LedgerRequests"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Range"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"part"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LedgerPart"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"reason"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ledger"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}},{"kind":"Argument","name":{"kind":"Name","value":"linkId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requests"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"part"},"value":{"kind":"Variable","name":{"kind":"Name","value":"part"}}},{"kind":"Argument","name":{"kind":"Name","value":"reason"},"value":{"kind":"Variable","name":{"kind":"Name","value":"reason"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"25"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requests"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"explanation"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"countryCode"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"device"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}},{"kind":"Field","name":{"kind":"Name","value":"operatingSystem"}},{"kind":"Field","name":{"kind":"Name","value":"isp"}},{"kind":"Field","name":{"kind":"Name","value":"referrer"}},{"kind":"Field","name":{"kind":"Name","value":"link"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShortUrl"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"next"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShortUrl"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"fullShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]} as unknown as DocumentNode<LedgerRequestsQuery, LedgerRequestsQueryVariables>;
export const LedgerLinkDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LedgerLink"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"link"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<LedgerLinkQuery, LedgerLinkQueryVariables>;
export const LinkTitleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LinkTitle"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"link"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShortUrl"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"fullShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]} as unknown as DocumentNode<LinkTitleQuery, LinkTitleQueryVariables>;
export const LinkStatsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LinkStats"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tz"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bots"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Range"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatsFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"linkStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"linkId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}}},{"kind":"Argument","name":{"kind":"Name","value":"tz"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tz"}}},{"kind":"Argument","name":{"kind":"Name","value":"bots"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bots"}}},{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkFigures"}},{"kind":"Field","name":{"kind":"Name","value":"clicksByCountry"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TopLists"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LinkStats"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalClicks"}},{"kind":"Field","name":{"kind":"Name","value":"uniqueVisitors"}},{"kind":"Field","name":{"kind":"Name","value":"countries"}},{"kind":"Field","name":{"kind":"Name","value":"browsers"}},{"kind":"Field","name":{"kind":"Name","value":"clicksByDate"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TopLists"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LinkStats"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"topCountries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}},{"kind":"Field","name":{"kind":"Name","value":"topBrowsers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}},{"kind":"Field","name":{"kind":"Name","value":"topOperatingSystems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}},{"kind":"Field","name":{"kind":"Name","value":"topDevices"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}},{"kind":"Field","name":{"kind":"Name","value":"topSources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"isOwn"}}]}},{"kind":"Field","name":{"kind":"Name","value":"topReferrers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"isOwn"}}]}},{"kind":"Field","name":{"kind":"Name","value":"topIsps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}}]}}]} as unknown as DocumentNode<LinkStatsQuery, LinkStatsQueryVariables>;
export const PreviousLinkStatsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PreviousLinkStats"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tz"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bots"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Range"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatsFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"linkStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"linkId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}}},{"kind":"Argument","name":{"kind":"Name","value":"tz"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tz"}}},{"kind":"Argument","name":{"kind":"Name","value":"bots"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bots"}}},{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkFigures"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LinkStats"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalClicks"}},{"kind":"Field","name":{"kind":"Name","value":"uniqueVisitors"}},{"kind":"Field","name":{"kind":"Name","value":"countries"}},{"kind":"Field","name":{"kind":"Name","value":"browsers"}},{"kind":"Field","name":{"kind":"Name","value":"clicksByDate"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}}]}}]} as unknown as DocumentNode<PreviousLinkStatsQuery, PreviousLinkStatsQueryVariables>;
export const ClickLogDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ClickLog"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Range"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatsFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clickLog"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"linkId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clicks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"countryCode"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"regionName"}},{"kind":"Field","name":{"kind":"Name","value":"isp"}},{"kind":"Field","name":{"kind":"Name","value":"device"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}},{"kind":"Field","name":{"kind":"Name","value":"browserVersion"}},{"kind":"Field","name":{"kind":"Name","value":"operatingSystem"}},{"kind":"Field","name":{"kind":"Name","value":"referrer"}},{"kind":"Field","name":{"kind":"Name","value":"isBot"}},{"kind":"Field","name":{"kind":"Name","value":"botReason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]} as unknown as DocumentNode<ClickLogQuery, ClickLogQueryVariables>;
export const ImportedVisitsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ImportedVisits"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"importedVisits"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"linkId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"bots"}},{"kind":"Field","name":{"kind":"Name","value":"undated"}},{"kind":"Field","name":{"kind":"Name","value":"firstAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastAt"}},{"kind":"Field","name":{"kind":"Name","value":"months"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}}]}},{"kind":"Field","name":{"kind":"Name","value":"countries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}}]}},{"kind":"Field","name":{"kind":"Name","value":"referrers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}}]}},{"kind":"Field","name":{"kind":"Name","value":"browsers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}}]}},{"kind":"Field","name":{"kind":"Name","value":"devices"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}}]}}]}}]}}]} as unknown as DocumentNode<ImportedVisitsQuery, ImportedVisitsQueryVariables>;
export const ChartNotesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ChartNotes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"linkIds"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Range"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"notes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"linkIds"},"value":{"kind":"Variable","name":{"kind":"Name","value":"linkIds"}}},{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ChartNote"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChartNote"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Note"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"linkId"}},{"kind":"Field","name":{"kind":"Name","value":"linkName"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]} as unknown as DocumentNode<ChartNotesQuery, ChartNotesQueryVariables>;
export const ChartEditsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ChartEdits"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"linkIds"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Range"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"editMarks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"linkIds"},"value":{"kind":"Variable","name":{"kind":"Name","value":"linkIds"}}},{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"linkId"}},{"kind":"Field","name":{"kind":"Name","value":"linkName"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<ChartEditsQuery, ChartEditsQueryVariables>;
export const AddNoteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddNote"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateNoteInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createNote"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ChartNote"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChartNote"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Note"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"linkId"}},{"kind":"Field","name":{"kind":"Name","value":"linkName"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]} as unknown as DocumentNode<AddNoteMutation, AddNoteMutationVariables>;
export const UpdateNoteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateNote"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateNoteInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateNote"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ChartNote"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChartNote"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Note"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"linkId"}},{"kind":"Field","name":{"kind":"Name","value":"linkName"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]} as unknown as DocumentNode<UpdateNoteMutation, UpdateNoteMutationVariables>;
export const DeleteNoteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteNote"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteNote"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<DeleteNoteMutation, DeleteNoteMutationVariables>;
export const AccountClicksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"AccountClicks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filters"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ClickFilter"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bots"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"workspaceClicks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filters"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filters"}}},{"kind":"Argument","name":{"kind":"Name","value":"bots"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bots"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"reset"}},{"kind":"Field","name":{"kind":"Name","value":"slices"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"people"}},{"kind":"Field","name":{"kind":"Name","value":"bots"}},{"kind":"Field","name":{"kind":"Name","value":"countries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"people"}},{"kind":"Field","name":{"kind":"Name","value":"bots"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"clicks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"countryCode"}},{"kind":"Field","name":{"kind":"Name","value":"regionName"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"device"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}},{"kind":"Field","name":{"kind":"Name","value":"operatingSystem"}},{"kind":"Field","name":{"kind":"Name","value":"referrer"}},{"kind":"Field","name":{"kind":"Name","value":"isBot"}},{"kind":"Field","name":{"kind":"Name","value":"linkId"}},{"kind":"Field","name":{"kind":"Name","value":"linkName"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sampledOf"}}]}}]}}]} as unknown as DocumentNode<AccountClicksSubscription, AccountClicksSubscriptionVariables>;
export const MissFiguresDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MissFigures"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Range"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tz"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bots"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"MissFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"interval"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChartInterval"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"misses"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}},{"kind":"Argument","name":{"kind":"Name","value":"tz"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tz"}}},{"kind":"Argument","name":{"kind":"Name","value":"bots"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bots"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"figures"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"visits"}},{"kind":"Field","name":{"kind":"Name","value":"people"}},{"kind":"Field","name":{"kind":"Name","value":"bots"}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"people"}},{"kind":"Field","name":{"kind":"Name","value":"bots"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"chart"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"interval"},"value":{"kind":"Variable","name":{"kind":"Name","value":"interval"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}}]}}]}}]}}]} as unknown as DocumentNode<MissFiguresQuery, MissFiguresQueryVariables>;
export const MissedCodesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MissedCodes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Range"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tz"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bots"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"MissFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"misses"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}},{"kind":"Argument","name":{"kind":"Name","value":"tz"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tz"}}},{"kind":"Argument","name":{"kind":"Name","value":"bots"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bots"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"codes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"domain"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}},{"kind":"Field","name":{"kind":"Name","value":"lastAt"}},{"kind":"Field","name":{"kind":"Name","value":"canCreate"}},{"kind":"Field","name":{"kind":"Name","value":"link"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShortUrl"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nearest"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShortUrl"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"distinct"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShortUrl"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"fullShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]} as unknown as DocumentNode<MissedCodesQuery, MissedCodesQueryVariables>;
export const MissTopsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MissTops"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Range"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tz"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bots"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"MissFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"misses"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}},{"kind":"Argument","name":{"kind":"Name","value":"tz"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tz"}}},{"kind":"Argument","name":{"kind":"Name","value":"bots"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bots"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"referrer"},"name":{"kind":"Name","value":"top"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"referrer"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}}]}},{"kind":"Field","name":{"kind":"Name","value":"distinct"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"host"},"name":{"kind":"Name","value":"top"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"host"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}}]}},{"kind":"Field","name":{"kind":"Name","value":"distinct"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"country"},"name":{"kind":"Name","value":"top"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"country"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}}]}},{"kind":"Field","name":{"kind":"Name","value":"distinct"}}]}}]}}]}}]} as unknown as DocumentNode<MissTopsQuery, MissTopsQueryVariables>;
export const LiveMissesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"LiveMisses"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bots"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"liveMisses"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bots"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bots"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"people"}},{"kind":"Field","name":{"kind":"Name","value":"bots"}},{"kind":"Field","name":{"kind":"Name","value":"visits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"referrer"}},{"kind":"Field","name":{"kind":"Name","value":"countryCode"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"device"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}},{"kind":"Field","name":{"kind":"Name","value":"operatingSystem"}},{"kind":"Field","name":{"kind":"Name","value":"isBot"}}]}}]}}]}}]} as unknown as DocumentNode<LiveMissesSubscription, LiveMissesSubscriptionVariables>;
export const ClickRetentionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ClickRetention"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clickRetention"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ClickRetentionCard"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ClickRetentionCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ClickRetention"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"days"}},{"kind":"Field","name":{"kind":"Name","value":"waiting"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"days"}},{"kind":"Field","name":{"kind":"Name","value":"from"}}]}},{"kind":"Field","name":{"kind":"Name","value":"clicksSince"}},{"kind":"Field","name":{"kind":"Name","value":"heldSince"}}]}}]} as unknown as DocumentNode<ClickRetentionQuery, ClickRetentionQueryVariables>;
export const ClicksSinceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ClicksSince"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clickRetention"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clicksSince"}}]}}]}}]} as unknown as DocumentNode<ClicksSinceQuery, ClicksSinceQueryVariables>;
export const ClickRetentionPreviewDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ClickRetentionPreview"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"days"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clickRetentionPreview"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"days"},"value":{"kind":"Variable","name":{"kind":"Name","value":"days"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}}]}}]} as unknown as DocumentNode<ClickRetentionPreviewQuery, ClickRetentionPreviewQueryVariables>;
export const SetClickRetentionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetClickRetention"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"days"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setClickRetention"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"days"},"value":{"kind":"Variable","name":{"kind":"Name","value":"days"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ClickRetentionCard"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ClickRetentionCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ClickRetention"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"days"}},{"kind":"Field","name":{"kind":"Name","value":"waiting"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"days"}},{"kind":"Field","name":{"kind":"Name","value":"from"}}]}},{"kind":"Field","name":{"kind":"Name","value":"clicksSince"}},{"kind":"Field","name":{"kind":"Name","value":"heldSince"}}]}}]} as unknown as DocumentNode<SetClickRetentionMutation, SetClickRetentionMutationVariables>;
export const CancelClickRetentionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelClickRetention"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cancelClickRetention"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ClickRetentionCard"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ClickRetentionCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ClickRetention"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"days"}},{"kind":"Field","name":{"kind":"Name","value":"waiting"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"days"}},{"kind":"Field","name":{"kind":"Name","value":"from"}}]}},{"kind":"Field","name":{"kind":"Name","value":"clicksSince"}},{"kind":"Field","name":{"kind":"Name","value":"heldSince"}}]}}]} as unknown as DocumentNode<CancelClickRetentionMutation, CancelClickRetentionMutationVariables>;
export const LinkCountsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"LinkCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"linkCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"linkId"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"clicksWithBots"}}]}}]}}]} as unknown as DocumentNode<LinkCountsSubscription, LinkCountsSubscriptionVariables>;
export const RefreshTokensDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RefreshTokens"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"refreshToken"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"refreshTokens"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"refreshToken"},"value":{"kind":"Variable","name":{"kind":"Name","value":"refreshToken"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accessToken"}},{"kind":"Field","name":{"kind":"Name","value":"refreshToken"}}]}}]}}]} as unknown as DocumentNode<RefreshTokensMutation, RefreshTokensMutationVariables>;
export const ApiKeysDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ApiKeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apiKeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ApiKeyCard"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ApiKeyCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"scopes"}},{"kind":"Field","name":{"kind":"Name","value":"domain"}},{"kind":"Field","name":{"kind":"Name","value":"groupId"}},{"kind":"Field","name":{"kind":"Name","value":"groupName"}},{"kind":"Field","name":{"kind":"Name","value":"tag"}},{"kind":"Field","name":{"kind":"Name","value":"addresses"}},{"kind":"Field","name":{"kind":"Name","value":"requestsPerMinute"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"revokedAt"}}]}}]} as unknown as DocumentNode<ApiKeysQuery, ApiKeysQueryVariables>;
export const CreateApiKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateApiKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateApiKeyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createApiKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apiKey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ApiKeyCard"}}]}},{"kind":"Field","name":{"kind":"Name","value":"key"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ApiKeyCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"scopes"}},{"kind":"Field","name":{"kind":"Name","value":"domain"}},{"kind":"Field","name":{"kind":"Name","value":"groupId"}},{"kind":"Field","name":{"kind":"Name","value":"groupName"}},{"kind":"Field","name":{"kind":"Name","value":"tag"}},{"kind":"Field","name":{"kind":"Name","value":"addresses"}},{"kind":"Field","name":{"kind":"Name","value":"requestsPerMinute"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"revokedAt"}}]}}]} as unknown as DocumentNode<CreateApiKeyMutation, CreateApiKeyMutationVariables>;
export const HandOverApiKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"HandOverApiKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateApiKeyInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"challenge"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"handOverApiKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"challenge"},"value":{"kind":"Variable","name":{"kind":"Name","value":"challenge"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]} as unknown as DocumentNode<HandOverApiKeyMutation, HandOverApiKeyMutationVariables>;
export const RevokeApiKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeApiKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revokeApiKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ApiKeyCard"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ApiKeyCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"scopes"}},{"kind":"Field","name":{"kind":"Name","value":"domain"}},{"kind":"Field","name":{"kind":"Name","value":"groupId"}},{"kind":"Field","name":{"kind":"Name","value":"groupName"}},{"kind":"Field","name":{"kind":"Name","value":"tag"}},{"kind":"Field","name":{"kind":"Name","value":"addresses"}},{"kind":"Field","name":{"kind":"Name","value":"requestsPerMinute"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"revokedAt"}}]}}]} as unknown as DocumentNode<RevokeApiKeyMutation, RevokeApiKeyMutationVariables>;
export const ClickExportsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ClickExports"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clickExports"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ClickExportCard"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ClickExportCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ClickExport"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"endpoint"}},{"kind":"Field","name":{"kind":"Name","value":"bucket"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"accessKeyId"}},{"kind":"Field","name":{"kind":"Name","value":"cadence"}},{"kind":"Field","name":{"kind":"Name","value":"bots"}},{"kind":"Field","name":{"kind":"Name","value":"conversions"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"filesWritten"}},{"kind":"Field","name":{"kind":"Name","value":"filesWaiting"}},{"kind":"Field","name":{"kind":"Name","value":"lastWrittenAt"}}]}}]} as unknown as DocumentNode<ClickExportsQuery, ClickExportsQueryVariables>;
export const ExportedFilesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ExportedFiles"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"content"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ExportContent"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"exportedFiles"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"content"},"value":{"kind":"Variable","name":{"kind":"Name","value":"content"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startAt"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"rows"}},{"kind":"Field","name":{"kind":"Name","value":"bytes"}},{"kind":"Field","name":{"kind":"Name","value":"writtenAt"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"dueAt"}}]}}]}}]} as unknown as DocumentNode<ExportedFilesQuery, ExportedFilesQueryVariables>;
export const CreateClickExportDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateClickExport"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateClickExportInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createClickExport"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ClickExportCard"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ClickExportCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ClickExport"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"endpoint"}},{"kind":"Field","name":{"kind":"Name","value":"bucket"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"accessKeyId"}},{"kind":"Field","name":{"kind":"Name","value":"cadence"}},{"kind":"Field","name":{"kind":"Name","value":"bots"}},{"kind":"Field","name":{"kind":"Name","value":"conversions"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"filesWritten"}},{"kind":"Field","name":{"kind":"Name","value":"filesWaiting"}},{"kind":"Field","name":{"kind":"Name","value":"lastWrittenAt"}}]}}]} as unknown as DocumentNode<CreateClickExportMutation, CreateClickExportMutationVariables>;
export const UpdateClickExportDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateClickExport"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateClickExportInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateClickExport"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ClickExportCard"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ClickExportCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ClickExport"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"endpoint"}},{"kind":"Field","name":{"kind":"Name","value":"bucket"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"accessKeyId"}},{"kind":"Field","name":{"kind":"Name","value":"cadence"}},{"kind":"Field","name":{"kind":"Name","value":"bots"}},{"kind":"Field","name":{"kind":"Name","value":"conversions"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"filesWritten"}},{"kind":"Field","name":{"kind":"Name","value":"filesWaiting"}},{"kind":"Field","name":{"kind":"Name","value":"lastWrittenAt"}}]}}]} as unknown as DocumentNode<UpdateClickExportMutation, UpdateClickExportMutationVariables>;
export const DeleteClickExportDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteClickExport"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteClickExport"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<DeleteClickExportMutation, DeleteClickExportMutationVariables>;
export const TryClickExportDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TryClickExport"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tryClickExport"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"written"}},{"kind":"Field","name":{"kind":"Name","value":"removed"}},{"kind":"Field","name":{"kind":"Name","value":"problem"}}]}}]}}]} as unknown as DocumentNode<TryClickExportMutation, TryClickExportMutationVariables>;
export const ExportRangeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ExportRange"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"exportClickRange"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}}]}]}}]} as unknown as DocumentNode<ExportRangeMutation, ExportRangeMutationVariables>;
export const SqlAccessDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SqlAccess"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sqlAccess"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SqlAccessFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SqlAccessFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SqlAccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"available"}},{"kind":"Field","name":{"kind":"Name","value":"grantedAt"}},{"kind":"Field","name":{"kind":"Name","value":"user"}},{"kind":"Field","name":{"kind":"Name","value":"httpUrl"}},{"kind":"Field","name":{"kind":"Name","value":"nativeAddress"}},{"kind":"Field","name":{"kind":"Name","value":"database"}}]}}]} as unknown as DocumentNode<SqlAccessQuery, SqlAccessQueryVariables>;
export const CreateSqlAccessDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateSqlAccess"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"password"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createSqlAccess"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"password"},"value":{"kind":"Variable","name":{"kind":"Name","value":"password"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"password"}},{"kind":"Field","name":{"kind":"Name","value":"access"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SqlAccessFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SqlAccessFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SqlAccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"available"}},{"kind":"Field","name":{"kind":"Name","value":"grantedAt"}},{"kind":"Field","name":{"kind":"Name","value":"user"}},{"kind":"Field","name":{"kind":"Name","value":"httpUrl"}},{"kind":"Field","name":{"kind":"Name","value":"nativeAddress"}},{"kind":"Field","name":{"kind":"Name","value":"database"}}]}}]} as unknown as DocumentNode<CreateSqlAccessMutation, CreateSqlAccessMutationVariables>;
export const RevokeSqlAccessDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeSqlAccess"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revokeSqlAccess"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SqlAccessFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SqlAccessFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SqlAccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"available"}},{"kind":"Field","name":{"kind":"Name","value":"grantedAt"}},{"kind":"Field","name":{"kind":"Name","value":"user"}},{"kind":"Field","name":{"kind":"Name","value":"httpUrl"}},{"kind":"Field","name":{"kind":"Name","value":"nativeAddress"}},{"kind":"Field","name":{"kind":"Name","value":"database"}}]}}]} as unknown as DocumentNode<RevokeSqlAccessMutation, RevokeSqlAccessMutationVariables>;
export const SavedQueriesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SavedQueries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"savedQueries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SavedQueryFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SavedQueryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SavedQuery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<SavedQueriesQuery, SavedQueriesQueryVariables>;
export const SaveQueryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SaveQuery"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"text"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createSavedQuery"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}},{"kind":"Argument","name":{"kind":"Name","value":"text"},"value":{"kind":"Variable","name":{"kind":"Name","value":"text"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SavedQueryFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SavedQueryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SavedQuery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<SaveQueryMutation, SaveQueryMutationVariables>;
export const UpdateSavedQueryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateSavedQuery"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SavedQueryInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateSavedQuery"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SavedQueryFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SavedQueryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SavedQuery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<UpdateSavedQueryMutation, UpdateSavedQueryMutationVariables>;
export const DeleteSavedQueryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteSavedQuery"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteSavedQuery"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<DeleteSavedQueryMutation, DeleteSavedQueryMutationVariables>;
export const WebhooksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Webhooks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"webhooks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WebhookCard"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WebhookCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Webhook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"events"}},{"kind":"Field","name":{"kind":"Name","value":"linkIds"}},{"kind":"Field","name":{"kind":"Name","value":"groupIds"}},{"kind":"Field","name":{"kind":"Name","value":"clickMilestones"}},{"kind":"Field","name":{"kind":"Name","value":"ordered"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"succeededAt"}},{"kind":"Field","name":{"kind":"Name","value":"previousSecretUntil"}}]}}]} as unknown as DocumentNode<WebhooksQuery, WebhooksQueryVariables>;
export const WebhookMessagesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WebhookMessages"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"state"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookMessageState"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"webhookMessages"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"state"},"value":{"kind":"Variable","name":{"kind":"Name","value":"state"}}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WebhookMessageRow"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WebhookMessageRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookMessage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"endedAt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}}]}}]} as unknown as DocumentNode<WebhookMessagesQuery, WebhookMessagesQueryVariables>;
export const WebhookMessageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WebhookMessage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"messageId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"webhookMessage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"messageId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"messageId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"attemptLog"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"milliseconds"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"response"}}]}}]}}]}}]} as unknown as DocumentNode<WebhookMessageQuery, WebhookMessageQueryVariables>;
export const CreateWebhookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateWebhook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateWebhookInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createWebhook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"secret"}},{"kind":"Field","name":{"kind":"Name","value":"webhook"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WebhookCard"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WebhookCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Webhook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"events"}},{"kind":"Field","name":{"kind":"Name","value":"linkIds"}},{"kind":"Field","name":{"kind":"Name","value":"groupIds"}},{"kind":"Field","name":{"kind":"Name","value":"clickMilestones"}},{"kind":"Field","name":{"kind":"Name","value":"ordered"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"succeededAt"}},{"kind":"Field","name":{"kind":"Name","value":"previousSecretUntil"}}]}}]} as unknown as DocumentNode<CreateWebhookMutation, CreateWebhookMutationVariables>;
export const UpdateWebhookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateWebhook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateWebhookInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateWebhook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WebhookCard"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WebhookCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Webhook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"events"}},{"kind":"Field","name":{"kind":"Name","value":"linkIds"}},{"kind":"Field","name":{"kind":"Name","value":"groupIds"}},{"kind":"Field","name":{"kind":"Name","value":"clickMilestones"}},{"kind":"Field","name":{"kind":"Name","value":"ordered"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"succeededAt"}},{"kind":"Field","name":{"kind":"Name","value":"previousSecretUntil"}}]}}]} as unknown as DocumentNode<UpdateWebhookMutation, UpdateWebhookMutationVariables>;
export const DeleteWebhookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteWebhook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteWebhook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<DeleteWebhookMutation, DeleteWebhookMutationVariables>;
export const RotateWebhookSecretDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RotateWebhookSecret"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rotateWebhookSecret"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"secret"}},{"kind":"Field","name":{"kind":"Name","value":"webhook"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WebhookCard"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WebhookCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Webhook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"events"}},{"kind":"Field","name":{"kind":"Name","value":"linkIds"}},{"kind":"Field","name":{"kind":"Name","value":"groupIds"}},{"kind":"Field","name":{"kind":"Name","value":"clickMilestones"}},{"kind":"Field","name":{"kind":"Name","value":"ordered"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"succeededAt"}},{"kind":"Field","name":{"kind":"Name","value":"previousSecretUntil"}}]}}]} as unknown as DocumentNode<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;
export const TestWebhookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TestWebhook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"testWebhook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<TestWebhookMutation, TestWebhookMutationVariables>;
export const ResendWebhookMessageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResendWebhookMessage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"messageId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resendWebhookMessage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"messageId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"messageId"}}}]}]}}]} as unknown as DocumentNode<ResendWebhookMessageMutation, ResendWebhookMessageMutationVariables>;
export const ResendFailedWebhookMessagesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResendFailedWebhookMessages"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"since"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resendFailedWebhookMessages"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"since"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}}]}]}}]} as unknown as DocumentNode<ResendFailedWebhookMessagesMutation, ResendFailedWebhookMessagesMutationVariables>;
export const CodeCheckDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CodeCheck"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"code"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"domain"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"codeCheck"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"code"},"value":{"kind":"Variable","name":{"kind":"Name","value":"code"}}},{"kind":"Argument","name":{"kind":"Name","value":"domain"},"value":{"kind":"Variable","name":{"kind":"Name","value":"domain"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<CodeCheckQuery, CodeCheckQueryVariables>;
export const CodeProposalsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CodeProposals"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"url"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"domain"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"codeProposals"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"url"},"value":{"kind":"Variable","name":{"kind":"Name","value":"url"}}},{"kind":"Argument","name":{"kind":"Name","value":"domain"},"value":{"kind":"Variable","name":{"kind":"Name","value":"domain"}}}]}]}}]} as unknown as DocumentNode<CodeProposalsQuery, CodeProposalsQueryVariables>;
export const UtmValuesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"UtmValues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"utmValues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}}]}}]} as unknown as DocumentNode<UtmValuesQuery, UtmValuesQueryVariables>;
export const UtmRulesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"UtmRules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"utmRules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UtmRulesFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UtmRulesFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UtmRules"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lowerCase"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}}]}}]} as unknown as DocumentNode<UtmRulesQuery, UtmRulesQueryVariables>;
export const SetUtmRulesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetUtmRules"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UtmRulesInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setUtmRules"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UtmRulesFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UtmRulesFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UtmRules"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lowerCase"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}}]}}]} as unknown as DocumentNode<SetUtmRulesMutation, SetUtmRulesMutationVariables>;
export const HasConversionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"HasConversions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<HasConversionsQuery, HasConversionsQueryVariables>;
export const ConvertedListsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ConvertedLists"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Range"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tz"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bots"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filters"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ClickFilter"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"of"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DimensionValues"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversionStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"linkId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}}},{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}},{"kind":"Argument","name":{"kind":"Name","value":"tz"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tz"}}},{"kind":"Argument","name":{"kind":"Name","value":"bots"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bots"}}},{"kind":"Argument","name":{"kind":"Name","value":"filters"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filters"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lists"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"of"},"value":{"kind":"Variable","name":{"kind":"Name","value":"of"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"leads"}},{"kind":"Field","name":{"kind":"Name","value":"sales"}},{"kind":"Field","name":{"kind":"Name","value":"revenue"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<ConvertedListsQuery, ConvertedListsQueryVariables>;
export const ConvertedLinksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ConvertedLinks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Range"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tz"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bots"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filters"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ClickFilter"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversionStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}},{"kind":"Argument","name":{"kind":"Name","value":"tz"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tz"}}},{"kind":"Argument","name":{"kind":"Name","value":"bots"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bots"}}},{"kind":"Argument","name":{"kind":"Name","value":"filters"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filters"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"links"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"leads"}},{"kind":"Field","name":{"kind":"Name","value":"sales"}},{"kind":"Field","name":{"kind":"Name","value":"revenue"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ConvertedLinksQuery, ConvertedLinksQueryVariables>;
export const ConvertedChartDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ConvertedChart"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Range"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tz"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bots"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filters"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ClickFilter"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"interval"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChartInterval"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversionStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"linkId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}}},{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}},{"kind":"Argument","name":{"kind":"Name","value":"tz"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tz"}}},{"kind":"Argument","name":{"kind":"Name","value":"bots"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bots"}}},{"kind":"Argument","name":{"kind":"Name","value":"filters"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filters"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chart"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"interval"},"value":{"kind":"Variable","name":{"kind":"Name","value":"interval"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"leads"}},{"kind":"Field","name":{"kind":"Name","value":"sales"}},{"kind":"Field","name":{"kind":"Name","value":"revenue"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ConvertedChartQuery, ConvertedChartQueryVariables>;
export const ConvertedFiguresDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ConvertedFigures"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Range"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tz"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bots"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filters"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ClickFilter"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversionStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"linkId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}}},{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}},{"kind":"Argument","name":{"kind":"Name","value":"tz"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tz"}}},{"kind":"Argument","name":{"kind":"Name","value":"bots"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bots"}}},{"kind":"Argument","name":{"kind":"Name","value":"filters"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filters"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"figures"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"leads"}},{"kind":"Field","name":{"kind":"Name","value":"sales"}},{"kind":"Field","name":{"kind":"Name","value":"revenue"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"people"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}}]}}]}}]}}]} as unknown as DocumentNode<ConvertedFiguresQuery, ConvertedFiguresQueryVariables>;
export const LinkConversionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LinkConversions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"range"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Range"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tz"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bots"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filters"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ClickFilter"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversionStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"linkId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}}},{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"Variable","name":{"kind":"Name","value":"range"}}},{"kind":"Argument","name":{"kind":"Name","value":"tz"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tz"}}},{"kind":"Argument","name":{"kind":"Name","value":"bots"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bots"}}},{"kind":"Argument","name":{"kind":"Name","value":"filters"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filters"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"campaigns"},"name":{"kind":"Name","value":"tops"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"utmCampaign"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"leads"}},{"kind":"Field","name":{"kind":"Name","value":"sales"}},{"kind":"Field","name":{"kind":"Name","value":"revenue"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"people"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}}]}},{"kind":"Field","name":{"kind":"Name","value":"byRoute"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rule"}},{"kind":"Field","name":{"kind":"Name","value":"arm"}},{"kind":"Field","name":{"kind":"Name","value":"leads"}},{"kind":"Field","name":{"kind":"Name","value":"sales"}},{"kind":"Field","name":{"kind":"Name","value":"revenue"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"people"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"link"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"passClickId"}},{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"then"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"split"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"arms"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"split"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"arms"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}}]}}]}}]} as unknown as DocumentNode<LinkConversionsQuery, LinkConversionsQueryVariables>;
export const LinkHistoryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LinkHistory"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"link"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"history"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"by"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}},{"kind":"Field","name":{"kind":"Name","value":"revertible"}}]}}]}}]}}]} as unknown as DocumentNode<LinkHistoryQuery, LinkHistoryQueryVariables>;
export const RevertLinkDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevertLink"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"version"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revertLink"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"version"},"value":{"kind":"Variable","name":{"kind":"Name","value":"version"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkCard"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkMarks"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShortUrl"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"fullShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TagPill"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"colour"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkVisits"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"maxClicks"}},{"kind":"Field","name":{"kind":"Name","value":"visitsLeft"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"originalUrl"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"banReason"}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"group"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tags"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TagPill"}}]}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"isArchived"}},{"kind":"Field","name":{"kind":"Name","value":"isFavourite"}},{"kind":"Field","name":{"kind":"Name","value":"destination"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"iconUrl"}},{"kind":"Field","name":{"kind":"Name","value":"pictureUrl"}},{"kind":"Field","name":{"kind":"Name","value":"problem"}},{"kind":"Field","name":{"kind":"Name","value":"deadSince"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkMarks"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkVisits"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}}]}},{"kind":"Field","name":{"kind":"Name","value":"split"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sticky"}}]}}]}}]} as unknown as DocumentNode<RevertLinkMutation, RevertLinkMutationVariables>;
export const LinkEditEffectsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LinkEditEffects"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"span"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"EffectSpan"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"linkEditEffects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"linkId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}}},{"kind":"Argument","name":{"kind":"Name","value":"span"},"value":{"kind":"Variable","name":{"kind":"Name","value":"span"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}},{"kind":"Field","name":{"kind":"Name","value":"isOngoing"}},{"kind":"Field","name":{"kind":"Name","value":"otherEdits"}}]}}]}}]} as unknown as DocumentNode<LinkEditEffectsQuery, LinkEditEffectsQueryVariables>;
export const LinkAtDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LinkAt"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"at"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"linkAt"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"at"},"value":{"kind":"Variable","name":{"kind":"Name","value":"at"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"differences"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}}]}}]}}]} as unknown as DocumentNode<LinkAtQuery, LinkAtQueryVariables>;
export const LinkImportsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LinkImports"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"linkImports"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkImportFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkImportFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LinkImport"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"columns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"use"}},{"kind":"Field","name":{"kind":"Name","value":"isChosen"}},{"kind":"Field","name":{"kind":"Name","value":"filled"}},{"kind":"Field","name":{"kind":"Name","value":"closes"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dates"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"toCreate"}},{"kind":"Field","name":{"kind":"Name","value":"existing"}},{"kind":"Field","name":{"kind":"Name","value":"rejected"}},{"kind":"Field","name":{"kind":"Name","value":"losses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"links"}}]}},{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"problem"}},{"kind":"Field","name":{"kind":"Name","value":"visitsState"}},{"kind":"Field","name":{"kind":"Name","value":"visitsLinks"}},{"kind":"Field","name":{"kind":"Name","value":"visitsDone"}},{"kind":"Field","name":{"kind":"Name","value":"visitsImported"}},{"kind":"Field","name":{"kind":"Name","value":"visitsProblem"}}]}}]} as unknown as DocumentNode<LinkImportsQuery, LinkImportsQueryVariables>;
export const AddLinkImportDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddLinkImport"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateLinkImportInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createLinkImport"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkImportFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkImportFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LinkImport"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"columns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"use"}},{"kind":"Field","name":{"kind":"Name","value":"isChosen"}},{"kind":"Field","name":{"kind":"Name","value":"filled"}},{"kind":"Field","name":{"kind":"Name","value":"closes"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dates"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"toCreate"}},{"kind":"Field","name":{"kind":"Name","value":"existing"}},{"kind":"Field","name":{"kind":"Name","value":"rejected"}},{"kind":"Field","name":{"kind":"Name","value":"losses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"links"}}]}},{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"problem"}},{"kind":"Field","name":{"kind":"Name","value":"visitsState"}},{"kind":"Field","name":{"kind":"Name","value":"visitsLinks"}},{"kind":"Field","name":{"kind":"Name","value":"visitsDone"}},{"kind":"Field","name":{"kind":"Name","value":"visitsImported"}},{"kind":"Field","name":{"kind":"Name","value":"visitsProblem"}}]}}]} as unknown as DocumentNode<AddLinkImportMutation, AddLinkImportMutationVariables>;
export const CompleteLinkImportDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CompleteLinkImport"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"parts"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"completeLinkImport"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"parts"},"value":{"kind":"Variable","name":{"kind":"Name","value":"parts"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkImportFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkImportFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LinkImport"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"columns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"use"}},{"kind":"Field","name":{"kind":"Name","value":"isChosen"}},{"kind":"Field","name":{"kind":"Name","value":"filled"}},{"kind":"Field","name":{"kind":"Name","value":"closes"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dates"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"toCreate"}},{"kind":"Field","name":{"kind":"Name","value":"existing"}},{"kind":"Field","name":{"kind":"Name","value":"rejected"}},{"kind":"Field","name":{"kind":"Name","value":"losses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"links"}}]}},{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"problem"}},{"kind":"Field","name":{"kind":"Name","value":"visitsState"}},{"kind":"Field","name":{"kind":"Name","value":"visitsLinks"}},{"kind":"Field","name":{"kind":"Name","value":"visitsDone"}},{"kind":"Field","name":{"kind":"Name","value":"visitsImported"}},{"kind":"Field","name":{"kind":"Name","value":"visitsProblem"}}]}}]} as unknown as DocumentNode<CompleteLinkImportMutation, CompleteLinkImportMutationVariables>;
export const UpdateLinkImportDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateLinkImport"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateLinkImportInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateLinkImport"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkImportFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkImportFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LinkImport"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"columns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"use"}},{"kind":"Field","name":{"kind":"Name","value":"isChosen"}},{"kind":"Field","name":{"kind":"Name","value":"filled"}},{"kind":"Field","name":{"kind":"Name","value":"closes"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dates"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"toCreate"}},{"kind":"Field","name":{"kind":"Name","value":"existing"}},{"kind":"Field","name":{"kind":"Name","value":"rejected"}},{"kind":"Field","name":{"kind":"Name","value":"losses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"links"}}]}},{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"problem"}},{"kind":"Field","name":{"kind":"Name","value":"visitsState"}},{"kind":"Field","name":{"kind":"Name","value":"visitsLinks"}},{"kind":"Field","name":{"kind":"Name","value":"visitsDone"}},{"kind":"Field","name":{"kind":"Name","value":"visitsImported"}},{"kind":"Field","name":{"kind":"Name","value":"visitsProblem"}}]}}]} as unknown as DocumentNode<UpdateLinkImportMutation, UpdateLinkImportMutationVariables>;
export const StartLinkImportDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"StartLinkImport"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startLinkImport"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkImportFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkImportFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LinkImport"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"columns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"use"}},{"kind":"Field","name":{"kind":"Name","value":"isChosen"}},{"kind":"Field","name":{"kind":"Name","value":"filled"}},{"kind":"Field","name":{"kind":"Name","value":"closes"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dates"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"toCreate"}},{"kind":"Field","name":{"kind":"Name","value":"existing"}},{"kind":"Field","name":{"kind":"Name","value":"rejected"}},{"kind":"Field","name":{"kind":"Name","value":"losses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"links"}}]}},{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"problem"}},{"kind":"Field","name":{"kind":"Name","value":"visitsState"}},{"kind":"Field","name":{"kind":"Name","value":"visitsLinks"}},{"kind":"Field","name":{"kind":"Name","value":"visitsDone"}},{"kind":"Field","name":{"kind":"Name","value":"visitsImported"}},{"kind":"Field","name":{"kind":"Name","value":"visitsProblem"}}]}}]} as unknown as DocumentNode<StartLinkImportMutation, StartLinkImportMutationVariables>;
export const CancelLinkImportDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelLinkImport"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cancelLinkImport"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkImportFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkImportFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LinkImport"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"columns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"use"}},{"kind":"Field","name":{"kind":"Name","value":"isChosen"}},{"kind":"Field","name":{"kind":"Name","value":"filled"}},{"kind":"Field","name":{"kind":"Name","value":"closes"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dates"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"toCreate"}},{"kind":"Field","name":{"kind":"Name","value":"existing"}},{"kind":"Field","name":{"kind":"Name","value":"rejected"}},{"kind":"Field","name":{"kind":"Name","value":"losses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"links"}}]}},{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"problem"}},{"kind":"Field","name":{"kind":"Name","value":"visitsState"}},{"kind":"Field","name":{"kind":"Name","value":"visitsLinks"}},{"kind":"Field","name":{"kind":"Name","value":"visitsDone"}},{"kind":"Field","name":{"kind":"Name","value":"visitsImported"}},{"kind":"Field","name":{"kind":"Name","value":"visitsProblem"}}]}}]} as unknown as DocumentNode<CancelLinkImportMutation, CancelLinkImportMutationVariables>;
export const LinkImportProgressDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"LinkImportProgress"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"linkImportProgress"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkImportFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkImportFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LinkImport"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"columns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"use"}},{"kind":"Field","name":{"kind":"Name","value":"isChosen"}},{"kind":"Field","name":{"kind":"Name","value":"filled"}},{"kind":"Field","name":{"kind":"Name","value":"closes"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dates"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"toCreate"}},{"kind":"Field","name":{"kind":"Name","value":"existing"}},{"kind":"Field","name":{"kind":"Name","value":"rejected"}},{"kind":"Field","name":{"kind":"Name","value":"losses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"links"}}]}},{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"problem"}},{"kind":"Field","name":{"kind":"Name","value":"visitsState"}},{"kind":"Field","name":{"kind":"Name","value":"visitsLinks"}},{"kind":"Field","name":{"kind":"Name","value":"visitsDone"}},{"kind":"Field","name":{"kind":"Name","value":"visitsImported"}},{"kind":"Field","name":{"kind":"Name","value":"visitsProblem"}}]}}]} as unknown as DocumentNode<LinkImportProgressSubscription, LinkImportProgressSubscriptionVariables>;
export const LinkImportRowsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LinkImportRows"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"only"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ImportRowFilter"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"linkImportRows"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"only"},"value":{"kind":"Variable","name":{"kind":"Name","value":"only"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"position"}},{"kind":"Field","name":{"kind":"Name","value":"row"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"originalUrl"}},{"kind":"Field","name":{"kind":"Name","value":"shortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}},{"kind":"Field","name":{"kind":"Name","value":"losses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<LinkImportRowsQuery, LinkImportRowsQueryVariables>;
export const StartLinkJobDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"StartLinkJob"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StartLinkJobInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startLinkJob"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkJobFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkJobFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LinkJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"undoes"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"unchanged"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"canUndo"}}]}}]} as unknown as DocumentNode<StartLinkJobMutation, StartLinkJobMutationVariables>;
export const UndoLinkJobDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UndoLinkJob"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"undoLinkJob"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkJobFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkJobFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LinkJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"undoes"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"unchanged"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"canUndo"}}]}}]} as unknown as DocumentNode<UndoLinkJobMutation, UndoLinkJobMutationVariables>;
export const CancelLinkJobDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelLinkJob"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cancelLinkJob"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkJobFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkJobFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LinkJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"undoes"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"unchanged"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"canUndo"}}]}}]} as unknown as DocumentNode<CancelLinkJobMutation, CancelLinkJobMutationVariables>;
export const LinkJobDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LinkJob"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"linkJob"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkJobFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkJobFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LinkJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"undoes"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"unchanged"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"canUndo"}}]}}]} as unknown as DocumentNode<LinkJobQuery, LinkJobQueryVariables>;
export const LinkJobProgressDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"LinkJobProgress"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"linkJobProgress"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkJobFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkJobFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LinkJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"undoes"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"unchanged"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"canUndo"}}]}}]} as unknown as DocumentNode<LinkJobProgressSubscription, LinkJobProgressSubscriptionVariables>;
export const FailedOfLinkJobDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FailedOfLinkJob"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"linkJobResults"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"outcome"},"value":{"kind":"EnumValue","value":"failed"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"position"}},{"kind":"Field","name":{"kind":"Name","value":"linkId"}},{"kind":"Field","name":{"kind":"Name","value":"linkName"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<FailedOfLinkJobQuery, FailedOfLinkJobQueryVariables>;
export const LinksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Links"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LinkFilterInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sort"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"LinkSort"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"converted"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},"defaultValue":{"kind":"BooleanValue","value":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"links"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"sort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sort"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkCard"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkMarks"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkConverted"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"converted"}}}]}]}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShortUrl"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"fullShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TagPill"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"colour"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkVisits"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"maxClicks"}},{"kind":"Field","name":{"kind":"Name","value":"visitsLeft"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"originalUrl"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"banReason"}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"group"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tags"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TagPill"}}]}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"isArchived"}},{"kind":"Field","name":{"kind":"Name","value":"isFavourite"}},{"kind":"Field","name":{"kind":"Name","value":"destination"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"iconUrl"}},{"kind":"Field","name":{"kind":"Name","value":"pictureUrl"}},{"kind":"Field","name":{"kind":"Name","value":"problem"}},{"kind":"Field","name":{"kind":"Name","value":"deadSince"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkMarks"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkVisits"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}}]}},{"kind":"Field","name":{"kind":"Name","value":"split"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sticky"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkConverted"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"leads"}},{"kind":"Field","name":{"kind":"Name","value":"sales"}},{"kind":"Field","name":{"kind":"Name","value":"revenue"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}}]}}]}}]} as unknown as DocumentNode<LinksQuery, LinksQueryVariables>;
export const LinkCountDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LinkCount"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LinkFilterInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sort"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"LinkSort"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"links"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"sort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sort"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}}]} as unknown as DocumentNode<LinkCountQuery, LinkCountQueryVariables>;
export const DestinationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Destination"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"url"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"destination"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"url"},"value":{"kind":"Variable","name":{"kind":"Name","value":"url"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"pictureUrl"}}]}}]}}]} as unknown as DocumentNode<DestinationQuery, DestinationQueryVariables>;
export const LinkCreatorsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LinkCreators"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"me"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"apiKeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<LinkCreatorsQuery, LinkCreatorsQueryVariables>;
export const DomainNamesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DomainNames"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domains"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"isDefault"}},{"kind":"Field","name":{"kind":"Name","value":"ignoresCase"}}]}}]}}]} as unknown as DocumentNode<DomainNamesQuery, DomainNamesQueryVariables>;
export const CreateLinkDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateLink"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateLinkInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createLink"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkCard"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkMarks"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShortUrl"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"fullShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TagPill"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"colour"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkVisits"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"maxClicks"}},{"kind":"Field","name":{"kind":"Name","value":"visitsLeft"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"originalUrl"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"banReason"}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"group"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tags"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TagPill"}}]}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"isArchived"}},{"kind":"Field","name":{"kind":"Name","value":"isFavourite"}},{"kind":"Field","name":{"kind":"Name","value":"destination"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"iconUrl"}},{"kind":"Field","name":{"kind":"Name","value":"pictureUrl"}},{"kind":"Field","name":{"kind":"Name","value":"problem"}},{"kind":"Field","name":{"kind":"Name","value":"deadSince"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkMarks"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkVisits"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}}]}},{"kind":"Field","name":{"kind":"Name","value":"split"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sticky"}}]}}]}}]} as unknown as DocumentNode<CreateLinkMutation, CreateLinkMutationVariables>;
export const UpdateLinkDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateLink"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateLinkInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateLink"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkCard"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkMarks"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShortUrl"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"fullShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TagPill"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"colour"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkVisits"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"maxClicks"}},{"kind":"Field","name":{"kind":"Name","value":"visitsLeft"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"originalUrl"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"banReason"}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"group"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tags"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TagPill"}}]}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"isArchived"}},{"kind":"Field","name":{"kind":"Name","value":"isFavourite"}},{"kind":"Field","name":{"kind":"Name","value":"destination"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"iconUrl"}},{"kind":"Field","name":{"kind":"Name","value":"pictureUrl"}},{"kind":"Field","name":{"kind":"Name","value":"problem"}},{"kind":"Field","name":{"kind":"Name","value":"deadSince"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkMarks"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkVisits"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}}]}},{"kind":"Field","name":{"kind":"Name","value":"split"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sticky"}}]}}]}}]} as unknown as DocumentNode<UpdateLinkMutation, UpdateLinkMutationVariables>;
export const SetLinkActiveDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetLinkActive"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"active"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setLinkActive"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"active"},"value":{"kind":"Variable","name":{"kind":"Name","value":"active"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkCard"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkMarks"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShortUrl"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"fullShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TagPill"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"colour"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkVisits"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"maxClicks"}},{"kind":"Field","name":{"kind":"Name","value":"visitsLeft"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"originalUrl"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"banReason"}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"group"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tags"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TagPill"}}]}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"isArchived"}},{"kind":"Field","name":{"kind":"Name","value":"isFavourite"}},{"kind":"Field","name":{"kind":"Name","value":"destination"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"iconUrl"}},{"kind":"Field","name":{"kind":"Name","value":"pictureUrl"}},{"kind":"Field","name":{"kind":"Name","value":"problem"}},{"kind":"Field","name":{"kind":"Name","value":"deadSince"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkMarks"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkVisits"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}}]}},{"kind":"Field","name":{"kind":"Name","value":"split"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sticky"}}]}}]}}]} as unknown as DocumentNode<SetLinkActiveMutation, SetLinkActiveMutationVariables>;
export const DeleteLinkDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteLink"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteLink"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<DeleteLinkMutation, DeleteLinkMutationVariables>;
export const BulkUpdateLinksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"BulkUpdateLinks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"isActive"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"groupId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"addTags"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"removeTags"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"isArchived"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bulkUpdateLinks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}},{"kind":"Argument","name":{"kind":"Name","value":"isActive"},"value":{"kind":"Variable","name":{"kind":"Name","value":"isActive"}}},{"kind":"Argument","name":{"kind":"Name","value":"groupId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"groupId"}}},{"kind":"Argument","name":{"kind":"Name","value":"addTags"},"value":{"kind":"Variable","name":{"kind":"Name","value":"addTags"}}},{"kind":"Argument","name":{"kind":"Name","value":"removeTags"},"value":{"kind":"Variable","name":{"kind":"Name","value":"removeTags"}}},{"kind":"Argument","name":{"kind":"Name","value":"isArchived"},"value":{"kind":"Variable","name":{"kind":"Name","value":"isArchived"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkCard"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkMarks"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShortUrl"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"fullShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TagPill"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"colour"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkVisits"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"maxClicks"}},{"kind":"Field","name":{"kind":"Name","value":"visitsLeft"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"originalUrl"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"banReason"}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"group"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tags"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TagPill"}}]}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"isArchived"}},{"kind":"Field","name":{"kind":"Name","value":"isFavourite"}},{"kind":"Field","name":{"kind":"Name","value":"destination"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"iconUrl"}},{"kind":"Field","name":{"kind":"Name","value":"pictureUrl"}},{"kind":"Field","name":{"kind":"Name","value":"problem"}},{"kind":"Field","name":{"kind":"Name","value":"deadSince"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkMarks"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkVisits"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}}]}},{"kind":"Field","name":{"kind":"Name","value":"split"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sticky"}}]}}]}}]} as unknown as DocumentNode<BulkUpdateLinksMutation, BulkUpdateLinksMutationVariables>;
export const BulkDeleteLinksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"BulkDeleteLinks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bulkDeleteLinks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}]}}]} as unknown as DocumentNode<BulkDeleteLinksMutation, BulkDeleteLinksMutationVariables>;
export const LinkOptionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LinkOptions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"link"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"PlainOptions"}},{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"when"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OuterCondition"}}]}},{"kind":"Field","name":{"kind":"Name","value":"then"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"split"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SplitParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"split"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SplitParts"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Question"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Condition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"op"}},{"kind":"Field","name":{"kind":"Name","value":"values"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"InnerCondition"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Condition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Question"}},{"kind":"Field","name":{"kind":"Name","value":"all"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Question"}}]}},{"kind":"Field","name":{"kind":"Name","value":"any"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Question"}}]}},{"kind":"Field","name":{"kind":"Name","value":"not"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Question"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MiddleCondition"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Condition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Question"}},{"kind":"Field","name":{"kind":"Name","value":"all"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"InnerCondition"}}]}},{"kind":"Field","name":{"kind":"Name","value":"any"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"InnerCondition"}}]}},{"kind":"Field","name":{"kind":"Name","value":"not"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"InnerCondition"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PlainOptions"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"notBefore"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiredUrl"}},{"kind":"Field","name":{"kind":"Name","value":"maxClicks"}},{"kind":"Field","name":{"kind":"Name","value":"maxClicksUrl"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"forwardQuery"}},{"kind":"Field","name":{"kind":"Name","value":"forwardQueryMode"}},{"kind":"Field","name":{"kind":"Name","value":"appendPath"}},{"kind":"Field","name":{"kind":"Name","value":"redirectStatus"}},{"kind":"Field","name":{"kind":"Name","value":"preview"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"imageUrl"}}]}},{"kind":"Field","name":{"kind":"Name","value":"hideDestination"}},{"kind":"Field","name":{"kind":"Name","value":"allowIndexing"}},{"kind":"Field","name":{"kind":"Name","value":"passClickId"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OuterCondition"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Condition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Question"}},{"kind":"Field","name":{"kind":"Name","value":"all"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MiddleCondition"}}]}},{"kind":"Field","name":{"kind":"Name","value":"any"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MiddleCondition"}}]}},{"kind":"Field","name":{"kind":"Name","value":"not"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MiddleCondition"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SplitParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Split"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"arms"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sticky"}}]}}]} as unknown as DocumentNode<LinkOptionsQuery, LinkOptionsQueryVariables>;
export const ExportedLinksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ExportedLinks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LinkFilterInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"links"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkCard"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"PlainOptions"}},{"kind":"Field","name":{"kind":"Name","value":"visitsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}}]}},{"kind":"Field","name":{"kind":"Name","value":"split"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sticky"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShortUrl"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"fullShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TagPill"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"colour"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"originalUrl"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"banReason"}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"group"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tags"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TagPill"}}]}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"isArchived"}},{"kind":"Field","name":{"kind":"Name","value":"isFavourite"}},{"kind":"Field","name":{"kind":"Name","value":"destination"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"iconUrl"}},{"kind":"Field","name":{"kind":"Name","value":"pictureUrl"}},{"kind":"Field","name":{"kind":"Name","value":"problem"}},{"kind":"Field","name":{"kind":"Name","value":"deadSince"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PlainOptions"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"notBefore"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiredUrl"}},{"kind":"Field","name":{"kind":"Name","value":"maxClicks"}},{"kind":"Field","name":{"kind":"Name","value":"maxClicksUrl"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"forwardQuery"}},{"kind":"Field","name":{"kind":"Name","value":"forwardQueryMode"}},{"kind":"Field","name":{"kind":"Name","value":"appendPath"}},{"kind":"Field","name":{"kind":"Name","value":"redirectStatus"}},{"kind":"Field","name":{"kind":"Name","value":"preview"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"imageUrl"}}]}},{"kind":"Field","name":{"kind":"Name","value":"hideDestination"}},{"kind":"Field","name":{"kind":"Name","value":"allowIndexing"}},{"kind":"Field","name":{"kind":"Name","value":"passClickId"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}}]}}]} as unknown as DocumentNode<ExportedLinksQuery, ExportedLinksQueryVariables>;
export const TryLinkDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TryLink"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"visitor"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"VisitorInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"rules"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LinkRuleInput"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tryLink"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"linkId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}}},{"kind":"Argument","name":{"kind":"Name","value":"visitor"},"value":{"kind":"Variable","name":{"kind":"Name","value":"visitor"}}},{"kind":"Argument","name":{"kind":"Name","value":"rules"},"value":{"kind":"Variable","name":{"kind":"Name","value":"rules"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"explanation"}}]}}]}}]} as unknown as DocumentNode<TryLinkQuery, TryLinkQueryVariables>;
export const ReplayLinkDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ReplayLink"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"days"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"rules"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LinkRuleInput"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"replayLink"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"linkId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}}},{"kind":"Argument","name":{"kind":"Name","value":"days"},"value":{"kind":"Variable","name":{"kind":"Name","value":"days"}}},{"kind":"Argument","name":{"kind":"Name","value":"rules"},"value":{"kind":"Variable","name":{"kind":"Name","value":"rules"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"people"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"people"}}]}},{"kind":"Field","name":{"kind":"Name","value":"noRule"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"people"}}]}},{"kind":"Field","name":{"kind":"Name","value":"undetermined"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"people"}}]}},{"kind":"Field","name":{"kind":"Name","value":"unavailable"}}]}}]}}]} as unknown as DocumentNode<ReplayLinkQuery, ReplayLinkQueryVariables>;
export const LinkDecisionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LinkDecisions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"linkDecisions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"linkId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"linkId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rule"}},{"kind":"Field","name":{"kind":"Name","value":"arm"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"people"}}]}}]}}]} as unknown as DocumentNode<LinkDecisionsQuery, LinkDecisionsQueryVariables>;
export const VisitsLeftDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"VisitsLeft"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"link"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkVisits"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkVisits"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"maxClicks"}},{"kind":"Field","name":{"kind":"Name","value":"visitsLeft"}}]}}]} as unknown as DocumentNode<VisitsLeftQuery, VisitsLeftQueryVariables>;
export const DestinationChecksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DestinationChecks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"destinationChecks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DestinationChecksFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DestinationChecksFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DestinationChecks"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isOn"}},{"kind":"Field","name":{"kind":"Name","value":"isOffered"}},{"kind":"Field","name":{"kind":"Name","value":"destinations"}},{"kind":"Field","name":{"kind":"Name","value":"dead"}}]}}]} as unknown as DocumentNode<DestinationChecksQuery, DestinationChecksQueryVariables>;
export const SetDestinationChecksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetDestinationChecks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"isOn"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setDestinationChecks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"isOn"},"value":{"kind":"Variable","name":{"kind":"Name","value":"isOn"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DestinationChecksFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DestinationChecksFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DestinationChecks"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isOn"}},{"kind":"Field","name":{"kind":"Name","value":"isOffered"}},{"kind":"Field","name":{"kind":"Name","value":"destinations"}},{"kind":"Field","name":{"kind":"Name","value":"dead"}}]}}]} as unknown as DocumentNode<SetDestinationChecksMutation, SetDestinationChecksMutationVariables>;
export const DomainsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Domains"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domains"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DomainCard"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DomainCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Domain"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"isDefault"}},{"kind":"Field","name":{"kind":"Name","value":"ignoresCase"}},{"kind":"Field","name":{"kind":"Name","value":"links"}}]}}]} as unknown as DocumentNode<DomainsQuery, DomainsQueryVariables>;
export const DomainStatesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DomainStates"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domains"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]} as unknown as DocumentNode<DomainStatesQuery, DomainStatesQueryVariables>;
export const DomainDetailsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DomainDetails"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domain"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DomainCheck"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"isDefault"}},{"kind":"Field","name":{"kind":"Name","value":"ignoresCase"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DomainCheck"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Domain"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"checkedAt"}},{"kind":"Field","name":{"kind":"Name","value":"records"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"isFound"}}]}},{"kind":"Field","name":{"kind":"Name","value":"problems"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}},{"kind":"Field","name":{"kind":"Name","value":"certificate"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"notAfter"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"nextTryAt"}}]}}]}}]} as unknown as DocumentNode<DomainDetailsQuery, DomainDetailsQueryVariables>;
export const DomainSettingsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DomainSettings"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domain"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"rootUrl"}},{"kind":"Field","name":{"kind":"Name","value":"unknownUrl"}},{"kind":"Field","name":{"kind":"Name","value":"expiredUrl"}},{"kind":"Field","name":{"kind":"Name","value":"robotsTxt"}},{"kind":"Field","name":{"kind":"Name","value":"appleAppSiteAssociation"}},{"kind":"Field","name":{"kind":"Name","value":"assetLinks"}}]}}]}}]} as unknown as DocumentNode<DomainSettingsQuery, DomainSettingsQueryVariables>;
export const AddDomainDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddDomain"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ignoresCase"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createDomain"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}},{"kind":"Argument","name":{"kind":"Name","value":"ignoresCase"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ignoresCase"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DomainCard"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"DomainCheck"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DomainCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Domain"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"isDefault"}},{"kind":"Field","name":{"kind":"Name","value":"ignoresCase"}},{"kind":"Field","name":{"kind":"Name","value":"links"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DomainCheck"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Domain"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"checkedAt"}},{"kind":"Field","name":{"kind":"Name","value":"records"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"isFound"}}]}},{"kind":"Field","name":{"kind":"Name","value":"problems"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}},{"kind":"Field","name":{"kind":"Name","value":"certificate"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"notAfter"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"nextTryAt"}}]}}]}}]} as unknown as DocumentNode<AddDomainMutation, AddDomainMutationVariables>;
export const VerifyDomainDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"VerifyDomain"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"verifyDomain"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DomainCheck"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DomainCheck"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Domain"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"checkedAt"}},{"kind":"Field","name":{"kind":"Name","value":"records"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"isFound"}}]}},{"kind":"Field","name":{"kind":"Name","value":"problems"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}},{"kind":"Field","name":{"kind":"Name","value":"certificate"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"notAfter"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"nextTryAt"}}]}}]}}]} as unknown as DocumentNode<VerifyDomainMutation, VerifyDomainMutationVariables>;
export const UpdateDomainDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateDomain"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateDomainInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateDomain"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"isDefault"}},{"kind":"Field","name":{"kind":"Name","value":"rootUrl"}},{"kind":"Field","name":{"kind":"Name","value":"unknownUrl"}},{"kind":"Field","name":{"kind":"Name","value":"expiredUrl"}},{"kind":"Field","name":{"kind":"Name","value":"robotsTxt"}},{"kind":"Field","name":{"kind":"Name","value":"appleAppSiteAssociation"}},{"kind":"Field","name":{"kind":"Name","value":"assetLinks"}}]}}]}}]} as unknown as DocumentNode<UpdateDomainMutation, UpdateDomainMutationVariables>;
export const RemoveDomainDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RemoveDomain"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteDomain"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<RemoveDomainMutation, RemoveDomainMutationVariables>;
export const GroupsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Groups"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GroupCard"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShortUrl"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"fullShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GroupCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Group"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"urlCount"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"recentLinks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"3"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}}]}}]} as unknown as DocumentNode<GroupsQuery, GroupsQueryVariables>;
export const GroupDetailsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GroupDetails"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"withConversions"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"group"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"groupStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalUrls"}},{"kind":"Field","name":{"kind":"Name","value":"totalClicks"}},{"kind":"Field","name":{"kind":"Name","value":"averageClicks"}},{"kind":"Field","name":{"kind":"Name","value":"urls"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"originalUrl"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"conversions"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withConversions"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"leads"}},{"kind":"Field","name":{"kind":"Name","value":"sales"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShortUrl"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"fullShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]} as unknown as DocumentNode<GroupDetailsQuery, GroupDetailsQueryVariables>;
export const CreateGroupDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateGroup"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createGroup"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GroupCard"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShortUrl"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"fullShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GroupCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Group"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"urlCount"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"recentLinks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"3"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}}]}}]} as unknown as DocumentNode<CreateGroupMutation, CreateGroupMutationVariables>;
export const RenameGroupDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RenameGroup"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"renameGroup"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<RenameGroupMutation, RenameGroupMutationVariables>;
export const DeleteGroupDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteGroup"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteGroup"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<DeleteGroupMutation, DeleteGroupMutationVariables>;
export const FindOrCreateLinkDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"FindOrCreateLink"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateLinkInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"findOrCreateLink"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"created"}},{"kind":"Field","name":{"kind":"Name","value":"link"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"originalUrl"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShortUrl"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShortUrl"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Link"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"fullShortUrl"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]} as unknown as DocumentNode<FindOrCreateLinkMutation, FindOrCreateLinkMutationVariables>;
export const OwnTagsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OwnTags"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tags"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OwnTag"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TagPill"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"colour"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OwnTag"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TagPill"}},{"kind":"Field","name":{"kind":"Name","value":"urlCount"}}]}}]} as unknown as DocumentNode<OwnTagsQuery, OwnTagsQueryVariables>;
export const CreateTagDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateTag"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTagInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createTag"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OwnTag"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TagPill"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"colour"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OwnTag"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TagPill"}},{"kind":"Field","name":{"kind":"Name","value":"urlCount"}}]}}]} as unknown as DocumentNode<CreateTagMutation, CreateTagMutationVariables>;
export const UpdateTagDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateTag"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateTagInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateTag"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OwnTag"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TagPill"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"colour"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OwnTag"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tag"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TagPill"}},{"kind":"Field","name":{"kind":"Name","value":"urlCount"}}]}}]} as unknown as DocumentNode<UpdateTagMutation, UpdateTagMutationVariables>;
export const DeleteTagDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteTag"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteTag"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<DeleteTagMutation, DeleteTagMutationVariables>;
export const PresetsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Presets"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kind"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PresetKind"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"presets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"kind"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kind"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PresetFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PresetFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Preset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"query"}}]}}]} as unknown as DocumentNode<PresetsQuery, PresetsQueryVariables>;
export const CreatePresetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreatePreset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kind"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PresetKind"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"query"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createPreset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"kind"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kind"}}},{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}},{"kind":"Argument","name":{"kind":"Name","value":"query"},"value":{"kind":"Variable","name":{"kind":"Name","value":"query"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PresetFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PresetFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Preset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"query"}}]}}]} as unknown as DocumentNode<CreatePresetMutation, CreatePresetMutationVariables>;
export const UpdatePresetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdatePreset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kind"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PresetKind"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PresetInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updatePreset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"kind"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kind"}}},{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PresetFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PresetFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Preset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"query"}}]}}]} as unknown as DocumentNode<UpdatePresetMutation, UpdatePresetMutationVariables>;
export const DeletePresetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeletePreset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kind"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PresetKind"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deletePreset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"kind"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kind"}}},{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<DeletePresetMutation, DeletePresetMutationVariables>;
export const AlarmsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Alarms"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"alarms"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AlarmCard"}}]}},{"kind":"Field","name":{"kind":"Name","value":"alarmHistory"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AlarmFiring"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AlarmCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Alarm"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"linkId"}},{"kind":"Field","name":{"kind":"Name","value":"linkName"}},{"kind":"Field","name":{"kind":"Name","value":"per"}},{"kind":"Field","name":{"kind":"Name","value":"sensitivity"}},{"kind":"Field","name":{"kind":"Name","value":"minimum"}},{"kind":"Field","name":{"kind":"Name","value":"daysBefore"}},{"kind":"Field","name":{"kind":"Name","value":"emails"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"confirmedAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tz"}},{"kind":"Field","name":{"kind":"Name","value":"quietFrom"}},{"kind":"Field","name":{"kind":"Name","value":"quietTo"}},{"kind":"Field","name":{"kind":"Name","value":"isOn"}},{"kind":"Field","name":{"kind":"Name","value":"firingSince"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AlarmFiring"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AlarmFiring"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"alarmId"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"linkName"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"figure"}},{"kind":"Field","name":{"kind":"Name","value":"usual"}},{"kind":"Field","name":{"kind":"Name","value":"subjects"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"at"}}]}},{"kind":"Field","name":{"kind":"Name","value":"firedAt"}},{"kind":"Field","name":{"kind":"Name","value":"endedAt"}},{"kind":"Field","name":{"kind":"Name","value":"mailAt"}}]}}]} as unknown as DocumentNode<AlarmsQuery, AlarmsQueryVariables>;
export const CreateAlarmDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateAlarm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateAlarmInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createAlarm"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AlarmCard"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AlarmCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Alarm"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"linkId"}},{"kind":"Field","name":{"kind":"Name","value":"linkName"}},{"kind":"Field","name":{"kind":"Name","value":"per"}},{"kind":"Field","name":{"kind":"Name","value":"sensitivity"}},{"kind":"Field","name":{"kind":"Name","value":"minimum"}},{"kind":"Field","name":{"kind":"Name","value":"daysBefore"}},{"kind":"Field","name":{"kind":"Name","value":"emails"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"confirmedAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tz"}},{"kind":"Field","name":{"kind":"Name","value":"quietFrom"}},{"kind":"Field","name":{"kind":"Name","value":"quietTo"}},{"kind":"Field","name":{"kind":"Name","value":"isOn"}},{"kind":"Field","name":{"kind":"Name","value":"firingSince"}}]}}]} as unknown as DocumentNode<CreateAlarmMutation, CreateAlarmMutationVariables>;
export const UpdateAlarmDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateAlarm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateAlarmInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateAlarm"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AlarmCard"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AlarmCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Alarm"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"linkId"}},{"kind":"Field","name":{"kind":"Name","value":"linkName"}},{"kind":"Field","name":{"kind":"Name","value":"per"}},{"kind":"Field","name":{"kind":"Name","value":"sensitivity"}},{"kind":"Field","name":{"kind":"Name","value":"minimum"}},{"kind":"Field","name":{"kind":"Name","value":"daysBefore"}},{"kind":"Field","name":{"kind":"Name","value":"emails"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"confirmedAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tz"}},{"kind":"Field","name":{"kind":"Name","value":"quietFrom"}},{"kind":"Field","name":{"kind":"Name","value":"quietTo"}},{"kind":"Field","name":{"kind":"Name","value":"isOn"}},{"kind":"Field","name":{"kind":"Name","value":"firingSince"}}]}}]} as unknown as DocumentNode<UpdateAlarmMutation, UpdateAlarmMutationVariables>;
export const TryAlarmDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TryAlarm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tryAlarm"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<TryAlarmMutation, TryAlarmMutationVariables>;
export const DeleteAlarmDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteAlarm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteAlarm"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<DeleteAlarmMutation, DeleteAlarmMutationVariables>;
export const OutletsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Outlets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outlets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OutletRow"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OutletRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Outlet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"pausedAt"}},{"kind":"Field","name":{"kind":"Name","value":"userName"}},{"kind":"Field","name":{"kind":"Name","value":"credentialKind"}},{"kind":"Field","name":{"kind":"Name","value":"keyName"}},{"kind":"Field","name":{"kind":"Name","value":"widenedAt"}},{"kind":"Field","name":{"kind":"Name","value":"widenedUserName"}},{"kind":"Field","name":{"kind":"Name","value":"widenedCredentialKind"}},{"kind":"Field","name":{"kind":"Name","value":"widenedKeyName"}}]}}]} as unknown as DocumentNode<OutletsQuery, OutletsQueryVariables>;
export const ResumeOutletDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResumeOutlet"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kind"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"OutletKind"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resumeOutlet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"kind"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kind"}}},{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OutletRow"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OutletRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Outlet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"pausedAt"}},{"kind":"Field","name":{"kind":"Name","value":"userName"}},{"kind":"Field","name":{"kind":"Name","value":"credentialKind"}},{"kind":"Field","name":{"kind":"Name","value":"keyName"}},{"kind":"Field","name":{"kind":"Name","value":"widenedAt"}},{"kind":"Field","name":{"kind":"Name","value":"widenedUserName"}},{"kind":"Field","name":{"kind":"Name","value":"widenedCredentialKind"}},{"kind":"Field","name":{"kind":"Name","value":"widenedKeyName"}}]}}]} as unknown as DocumentNode<ResumeOutletMutation, ResumeOutletMutationVariables>;
export const DeleteOutletDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteOutlet"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kind"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"OutletKind"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteOutlet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"kind"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kind"}}},{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<DeleteOutletMutation, DeleteOutletMutationVariables>;
export const ConfirmSessionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConfirmSession"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"currentPassword"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"code"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"confirmSession"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"currentPassword"},"value":{"kind":"Variable","name":{"kind":"Name","value":"currentPassword"}}},{"kind":"Argument","name":{"kind":"Name","value":"code"},"value":{"kind":"Variable","name":{"kind":"Name","value":"code"}}}]}]}}]} as unknown as DocumentNode<ConfirmSessionMutation, ConfirmSessionMutationVariables>;
export const MailConfirmCodeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MailConfirmCode"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sendConfirmCode"}}]}}]} as unknown as DocumentNode<MailConfirmCodeMutation, MailConfirmCodeMutationVariables>;
export const ReportsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Reports"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reports"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ReportFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ReportFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Report"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"cadence"}},{"kind":"Field","name":{"kind":"Name","value":"confirmedAt"}},{"kind":"Field","name":{"kind":"Name","value":"dueAt"}}]}}]} as unknown as DocumentNode<ReportsQuery, ReportsQueryVariables>;
export const CreateReportDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateReport"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateReportInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createReport"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ReportFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ReportFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Report"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"cadence"}},{"kind":"Field","name":{"kind":"Name","value":"confirmedAt"}},{"kind":"Field","name":{"kind":"Name","value":"dueAt"}}]}}]} as unknown as DocumentNode<CreateReportMutation, CreateReportMutationVariables>;
export const TryReportDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TryReport"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tryReport"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<TryReportMutation, TryReportMutationVariables>;
export const DeleteReportDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteReport"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteReport"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<DeleteReportMutation, DeleteReportMutationVariables>;
export const SharesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Shares"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shares"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShareCard"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShareCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Share"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"targetId"}},{"kind":"Field","name":{"kind":"Name","value":"targetName"}},{"kind":"Field","name":{"kind":"Name","value":"figures"}},{"kind":"Field","name":{"kind":"Name","value":"dimensions"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"origins"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<SharesQuery, SharesQueryVariables>;
export const CreateShareDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateShare"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateShareInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createShare"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"share"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShareCard"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShareCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Share"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"targetId"}},{"kind":"Field","name":{"kind":"Name","value":"targetName"}},{"kind":"Field","name":{"kind":"Name","value":"figures"}},{"kind":"Field","name":{"kind":"Name","value":"dimensions"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"origins"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<CreateShareMutation, CreateShareMutationVariables>;
export const UpdateShareDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateShare"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateShareInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateShare"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShareCard"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShareCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Share"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"targetId"}},{"kind":"Field","name":{"kind":"Name","value":"targetName"}},{"kind":"Field","name":{"kind":"Name","value":"figures"}},{"kind":"Field","name":{"kind":"Name","value":"dimensions"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"origins"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<UpdateShareMutation, UpdateShareMutationVariables>;
export const RenewShareDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RenewShare"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"renewShare"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"share"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShareCard"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShareCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Share"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"targetId"}},{"kind":"Field","name":{"kind":"Name","value":"targetName"}},{"kind":"Field","name":{"kind":"Name","value":"figures"}},{"kind":"Field","name":{"kind":"Name","value":"dimensions"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"origins"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RenewShareMutation, RenewShareMutationVariables>;
export const RevokeShareDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeShare"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteShare"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<RevokeShareMutation, RevokeShareMutationVariables>;
