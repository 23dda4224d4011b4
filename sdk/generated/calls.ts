// Made from schema/openapi/openapi.json by sdk/generator: `make generate` writes it anew.
import type { Body, Data, Item, Query } from "../client/answers.ts";
import type { CallOptions } from "../transport/options.ts";
import type { Download } from "../files/download.ts";
import type { LiveMessage } from "../live/follow.ts";
import type { Paged } from "../paging/paged.ts";
import type { Octets } from "../transport/request.ts";
import type { components } from "./openapi.ts";

type Schemas = components["schemas"];

export interface Calls {
  readonly account: AccountCalls;
  readonly installation: InstallationCalls;
  readonly tags: TagsCalls;
  readonly destinations: DestinationsCalls;
  readonly links: LinksCalls;
  readonly domains: DomainsCalls;
  readonly live: LiveCalls;
  readonly groups: GroupsCalls;
  readonly dashboard: DashboardCalls;
  readonly analytics: AnalyticsCalls;
  readonly conversions: ConversionsCalls;
  readonly bots: BotsCalls;
  readonly notes: NotesCalls;
  readonly sharedPages: SharedPagesCalls;
  readonly shares: SharesCalls;
  readonly misses: MissesCalls;
  readonly codes: CodesCalls;
  readonly apiKeys: ApiKeysCalls;
  readonly utm: UtmCalls;
  readonly presets: PresetsCalls;
  readonly ledger: LedgerCalls;
  readonly sql: SqlCalls;
  readonly linkJobs: LinkJobsCalls;
  readonly imports: ImportsCalls;
  readonly reports: ReportsCalls;
  readonly alarms: AlarmsCalls;
  readonly clickExports: ClickExportsCalls;
  readonly clicks: ClicksCalls;
  readonly webhooks: WebhooksCalls;
  readonly auth: AuthCalls;
}

export interface AccountCalls {
  /**
   * Create an account
   *
   * Does not sign in.
   */
  register(body: Body<"register">, options?: CallOptions): Promise<Data<Schemas["UserAnswer"]>>;
  /**
   * Sign in with a password
   *
   * A failed sign-in doesn't tell whether the address or the password was wrong.
   */
  login(body: Body<"login">, options?: CallOptions): Promise<Schemas["SessionAnswer"]>;
  /**
   * Exchange a refresh token for new tokens
   *
   * Each refresh token works once. A second use ends the session, unless the browser that has the session repeats the call within 30 seconds: it gets the same answer again.
   */
  refreshToken(body: Body<"refreshToken">, options?: CallOptions): Promise<Schemas["TokensAnswer"]>;
  /**
   * End the session
   *
   * Ends the session of the access token, immediately and in all processes.
   */
  logout(options?: CallOptions): Promise<void>;
  /**
   * End every session of the account
   *
   * Includes the session of the call. Pauses the outlets that the other sessions created, and drops a pending change of the e-mail address.
   */
  logoutAll(options?: CallOptions): Promise<void>;
  /**
   * Get the account
   *
   * The account of the access token.
   */
  profile(options?: CallOptions): Promise<Data<Schemas["UserAnswer"]>>;
  /**
   * Change the account
   *
   * Another e-mail address needs the current password, and takes effect when the link that is mailed to it is opened; until then it is `pendingEmail`. The current address drops a pending change.
   */
  updateProfile(body: Body<"updateProfile">, options?: CallOptions): Promise<Data<Schemas["UserAnswer"]>>;
  /**
   * Change the password
   *
   * Ends all other sessions, pauses the outlets that they created, and drops a pending change of the e-mail address.
   */
  changePassword(body: Body<"changePassword">, options?: CallOptions): Promise<void>;
  /**
   * Confirm the session with the password
   *
   * Lets the session create outlets for 10 minutes. Required if its sign-in is older: calls that create outlets fail until then, with 403 and `error.details.confirm` in REST.
   */
  confirm(body: Body<"confirmSession">, options?: CallOptions): Promise<void>;
  /**
   * Mail a code that confirms the session
   *
   * For accounts without a password.
   */
  confirmMail(options?: CallOptions): Promise<void>;
  /**
   * Request a password reset link by mail
   *
   * Returns the same whether or not the address has an account.
   */
  forgotPassword(body: Body<"requestPasswordReset">, options?: CallOptions): Promise<void>;
  /**
   * Set a new password with the token of a mailed link
   *
   * Works once, within ten minutes. Ends all sessions, API keys and SQL access, pauses the outlets that those sessions and keys created, and drops a pending change of the e-mail address.
   */
  resetPassword(body: Body<"resetPassword">, options?: CallOptions): Promise<void>;
  /**
   * All of the account's data
   *
   * account.json, domains.json, reports.json, alarms.json, exports.json, webhooks.json, shares.json, outlets.json, queries.json, views.json, qr-designs.json, campaign-parameters.json, bot-rules.json, click-retention.json, link-jobs.json, limits.json, api-keys.json, imports.json, links.jsonl (which can be imported again), links.csv, groups.csv, tags.csv, notes.csv, webhook-messages.jsonl, events.json, audit.csv, clicks.csv, misses.csv, imported-visits.csv and conversions.csv in one archive.
   */
  export(options?: CallOptions): Promise<Download>;
  /**
   * Exchange the code of a Google sign-in for a session
   *
   * Works once, within 2 minutes, in the browser that has started the sign-in: a cookie says so.
   */
  googleOauthExchange(body: Body<"exchangeGoogleCode">, options?: CallOptions): Promise<Schemas["SessionAnswer"]>;
  /**
   * Whether this browser has started the sign-in
   *
   * Works once, with a cookie that is set where the sign-in starts.
   */
  googleOauthVerify(options?: CallOptions): Promise<void>;
  /**
   * Complete an account that begins with Google
   *
   * Needs the cookie with the identity that Google has proven.
   */
  googleOauthComplete(body: Body<"completeGoogleSignUp">, options?: CallOptions): Promise<Schemas["SessionAnswer"]>;
}

export interface InstallationCalls {
  /**
   * Get what pages need before a sign-in
   *
   * Returns the same to all callers.
   */
  get(options?: CallOptions): Promise<Data<Schemas["InstallationAnswer"]>>;
}

export interface TagsCalls {
  /**
   * List all tags, sorted by name
   *
   * Returns the whole list without pagination.
   */
  list(query?: Query<"listTags">, options?: CallOptions): Promise<Data<Schemas["TagsAnswer"]>>;
  /**
   * Create a tag
   *
   * Links can also be given names of tags that do not exist yet.
   */
  create(body: Body<"createTag">, options?: CallOptions): Promise<Data<Schemas["TagAnswer"]>>;
  /**
   * Change the name or the colour of a tag
   *
   * Links keep the tag.
   */
  update(id: string, body: Body<"updateTag">, options?: CallOptions): Promise<Data<Schemas["TagAnswer"]>>;
  /**
   * Delete a tag
   *
   * Links with the tag remain. This cannot be undone.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
}

export interface DestinationsCalls {
  /**
   * Get whether destinations are checked
   *
   * Includes the number of known and of unreachable destinations.
   */
  checks(options?: CallOptions): Promise<Data<Schemas["DestinationChecksAnswer"]>>;
  /**
   * Enable or disable checks of destinations
   *
   * Disabling deletes all stored results immediately, and no destination is requested again.
   */
  updateChecks(body: Body<"setDestinationChecks">, options?: CallOptions): Promise<Data<Schemas["DestinationChecksAnswer"]>>;
  readonly images: DestinationsImagesCalls;
}

export interface DestinationsImagesCalls {
  /**
   * An icon or a picture of a destination
   *
   * At the addresses that links have in `destination`: each is good until the end of the next day.
   */
  get(token: string, options?: CallOptions): Promise<Download>;
}

export interface LinksCalls {
  /**
   * Create a short link
   *
   * With `findOrCreate`, an existing link is returned with 200 instead of 201, and `created` is false.
   */
  create(body: Body<"createUrl">, options?: CallOptions): Promise<Data<Schemas["CreatedLinkAnswer"], "created">>;
  /**
   * List links
   *
   * Newest first by default. All conditions must hold.
   */
  list(query?: Query<"listUrls">, options?: CallOptions): Paged<Item<Schemas["LinksAnswer"]["data"]>, Schemas["LinksAnswer"]>;
  /**
   * Create up to 1000 short links at once
   *
   * Each link is created, found or refused by itself, as by `POST /api/urls`. Each link that is not found counts against the limits.
   */
  createMany(body: Body<"createUrls">, options?: CallOptions): Promise<Data<Schemas["MadeLinksAnswer"]>>;
  /**
   * Get a link
   *
   * Includes its current code, destination, group and clicks.
   */
  get(id: string, options?: CallOptions): Promise<Data<Schemas["LinkAnswer"]>>;
  /**
   * Edit a link
   *
   * Takes at least one field. Rules and arms with a number are those that the link has; others are new.
   */
  update(id: string, body: Body<"updateUrl">, options?: CallOptions): Promise<Data<Schemas["LinkAnswer"]>>;
  /**
   * Delete a link with its clicks
   *
   * This cannot be undone. Its code stays reserved for its account.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
  /**
   * Get a link as it was at a moment
   *
   * Includes what is different now. A date without a time is its beginning in UTC.
   */
  at(id: string, query: Query<"getUrlAt">, options?: CallOptions): Promise<Data<Schemas["LinkAtAnswer"]>>;
  /**
   * Change up to 100 links at once
   *
   * Changes all or none. A null group removes the links from theirs; an omitted group keeps it. Banned links cannot be activated.
   */
  updateMany(body: Body<"updateUrls">, options?: CallOptions): Promise<Data<Schemas["ChangedLinksAnswer"]>>;
  /**
   * Activate or deactivate a link
   *
   * Reverses its current state.
   */
  toggleStatus(id: string, options?: CallOptions): Promise<Data<Schemas["LinkAnswer"]>>;
  /**
   * List the edits of a link, oldest first
   *
   * Includes who made each edit. Its `version` can be reverted.
   */
  history(id: string, options?: CallOptions): Promise<Data<Schemas["HistoryAnswer"]>>;
  /**
   * Revert one edit of a link
   *
   * Restores the fields of that edit; later edits of other fields remain. A revert is an edit itself.
   */
  revert(id: string, body: Body<"revertUrl">, options?: CallOptions): Promise<Data<Schemas["LinkAnswer"]>>;
  /**
   * Get the figures of a link
   *
   * Days are those of `tz`; the filters are exact values.
   */
  stats(id: string, query?: Query<"getUrlStats">, options?: CallOptions): Promise<Data<Schemas["LinkStatsAnswer"]>>;
  /**
   * Count the clicks of a link by the rule and the arm that decided
   *
   * Includes rules and arms that the link no longer has; most clicks first.
   */
  decisions(id: string, query?: Query<"getUrlDecisions">, options?: CallOptions): Promise<Data<Schemas["DecisionsAnswer"]>>;
  /**
   * Compare the clicks of a link before and after its edits
   *
   * Counts clicks of people, or of people and bots, in equal spans before and after each edit, oldest first, without the first entry of the history. `span` is hour, day, week or month (30 days); without it, the spans extend to the neighbouring edits, at most 7 days.
   */
  editEffects(id: string, query?: Query<"getUrlEditEffects">, options?: CallOptions): Promise<Data<Schemas["EditEffectsAnswer"]>>;
  /**
   * List the clicks of a link, newest first
   *
   * Includes people and bots. The figures beside them count people, unless `bots` is true.
   */
  clickLogs(id: string, query?: Query<"listUrlClicks">, options?: CallOptions): Paged<Item<Schemas["ClickLogAnswer"]["data"]["clickLogs"]>, Schemas["ClickLogAnswer"]>;
  /**
   * Try a link with a made-up visitor
   *
   * Decides like redirectors, and returns an explanation. Nothing is counted.
   */
  try(id: string, body: Body<"tryUrl">, options?: CallOptions): Promise<Data<Schemas["TrialAnswer"]>>;
  /**
   * Replay past clicks with other rules
   *
   * Covers all clicks of the last days, by their recorded properties, and lists properties that are not recorded.
   */
  replay(id: string, body: Body<"replayUrl">, options?: CallOptions): Promise<Data<Schemas["ReplayAnswer"]>>;
  /**
   * List the visits of a link before its import
   *
   * Grouped by the service that counted them. Empty for most links.
   */
  importedVisits(id: string, options?: CallOptions): Promise<Data<Schemas["ImportedVisitsAnswer"]>>;
}

export interface DomainsCalls {
  /**
   * Add a domain
   *
   * Checks its DNS immediately; `records` lists the records to set. Several workspaces may add the same name: the first to verify it gets it.
   */
  create(body: Body<"createDomain">, options?: CallOptions): Promise<Data<Schemas["DomainAnswer"]>>;
  /**
   * List all domains, sorted by name
   *
   * Includes the results of the last DNS check. Removed domains are not listed.
   */
  list(options?: CallOptions): Promise<Data<Schemas["DomainsAnswer"]>>;
  /**
   * Get a domain
   *
   * Includes the DNS records to set and the results of the last DNS check.
   */
  get(id: string, options?: CallOptions): Promise<Data<Schemas["DomainAnswer"]>>;
  /**
   * Change the settings of a domain
   *
   * Omitted fields keep their value; null or an empty string restores a default.
   */
  update(id: string, body: Body<"updateDomain">, options?: CallOptions): Promise<Data<Schemas["DomainAnswer"]>>;
  /**
   * Remove a domain
   *
   * Its links stop working until the domain is added and verified again. Nobody else gets its codes.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
  /**
   * Check the DNS of a domain now
   *
   * Checks also run automatically: often during setup, then daily.
   */
  verify(id: string, options?: CallOptions): Promise<Data<Schemas["DomainAnswer"]>>;
}

export interface LiveCalls {
  /**
   * Follow the clicks of the account as they are counted
   *
   * Sends a `window` event first and after a gap, then `clicks` events, at most two a second. Figures are exact; clicks are a sample. An `end` event gives the reason when a stream ends. `bots=true` includes clicks of bots.
   */
  clicks(query?: Query<"followClicks">, options?: CallOptions): AsyncIterable<LiveMessage<Schemas["LiveEvent"]>>;
}

export interface GroupsCalls {
  /**
   * Create a group
   *
   * Several groups may have the same name.
   */
  create(body: Body<"createGroup">, options?: CallOptions): Promise<Data<Schemas["GroupAnswer"]>>;
  /**
   * List groups, newest first
   *
   * Paginated lists return `pagination`.
   */
  list(query?: Query<"listGroups">, options?: CallOptions): Paged<Item<Schemas["GroupsAnswer"]["data"]>, Schemas["GroupsAnswer"]>;
  /**
   * Get a group
   *
   * Includes the number of its links, their clicks and its newest links.
   */
  get(id: string, options?: CallOptions): Promise<Data<Schemas["GroupAnswer"]>>;
  /**
   * Rename a group
   *
   * Its links stay in it.
   */
  update(id: string, body: Body<"updateGroup">, options?: CallOptions): Promise<Data<Schemas["GroupAnswer"]>>;
  /**
   * Delete a group
   *
   * Its links remain, without a group. This cannot be undone.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
  /**
   * Get the figures of a group and a page of its links
   *
   * For a time range, in which days are those of `tz`.
   */
  stats(id: string, query?: Query<"getGroupStats">, options?: CallOptions): Paged<Item<Schemas["GroupStatsAnswer"]["data"]["urls"]>, Schemas["GroupStatsAnswer"]>;
}

export interface DashboardCalls {
  /**
   * Get an overview of the account
   *
   * Figures with their growth, the latest and the most clicked links, and the latest groups.
   */
  get(query?: Query<"getDashboard">, options?: CallOptions): Promise<Data<Schemas["DashboardAnswer"]>>;
  /**
   * Get clicks and links by day, and links by group
   *
   * For the last `period`; days without any are zeros.
   */
  analytics(query?: Query<"getDashboardAnalytics">, options?: CallOptions): Promise<Data<Schemas["DashboardAnalyticsAnswer"]>>;
}

export interface AnalyticsCalls {
  /**
   * Get figures and a chart of the account
   *
   * Days are those of `tz`. All filters must match, each with one of its values.
   */
  get(query?: Query<"getAnalytics">, options?: CallOptions): Promise<Data<Schemas["AnalyticsAnswer"]>>;
  /**
   * List the values of a property, or the links, with the most clicks
   *
   * Links are given by their IDs, sources by their names; each language of a visitor counts.
   */
  top(query: Query<"getAnalyticsTop">, options?: CallOptions): Promise<Data<Schemas["TopListAnswer"]>>;
}

export interface ConversionsCalls {
  /**
   * Report a lead or a sale of a click
   *
   * The click may have happened a second ago, and at most 180 days ago. A second report with the same `eventId` returns the first conversion.
   */
  create(body: Body<"createConversion">, options?: CallOptions): Promise<Data<Schemas["ConversionAnswer"], "created">>;
  /**
   * List conversions, latest report first
   *
   * Filtered by the time of the conversion, by link, or by type.
   */
  list(query?: Query<"listConversions">, options?: CallOptions): Paged<Item<Schemas["ConversionsAnswer"]["data"]>, Schemas["ConversionsAnswer"]>;
  /**
   * Set the refunded amount of a sale
   *
   * The total so far, so calls can be repeated; 0 for no refund. The conversion remains a sale, and figures count the rest as its revenue. Delete conversions that were reported by mistake.
   */
  update(id: string, body: Body<"refundConversion">, options?: CallOptions): Promise<Data<Schemas["RefundAnswer"]>>;
  /**
   * Delete a conversion
   *
   * For mistakes and cancelled sales: figures no longer count it, and its `eventId` can be used again.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
  /**
   * Get leads, sales and revenue of a range of clicks
   *
   * For the workspace or one link: in figures, by day, by an interval if there is one, and for one link by rule and arm. Counted by the time of the click. Filters narrow the clicks.
   */
  figures(query?: Query<"getConversionFigures">, options?: CallOptions): Promise<Data<Schemas["ConversionFiguresAnswer"]>>;
  /**
   * List the values of a property, or the links, with the most conversions
   *
   * Includes the clicks of people. Links are given by their IDs; each language of a visitor counts.
   */
  top(query: Query<"getConversionTop">, options?: CallOptions): Promise<Data<Schemas["ConversionTopAnswer"]>>;
}

export interface BotsCalls {
  /**
   * Get figures and a chart of clicks that were classified as bots
   *
   * By kind of reason. Days are those of `tz`; filters and values narrow the clicks.
   */
  get(query?: Query<"getBots">, options?: CallOptions): Promise<Data<Schemas["BotsAnswer"]>>;
  /**
   * List the reasons, user agents, networks or referrers with the most clicks of bots
   *
   * Includes the reasons of their classification.
   */
  top(query: Query<"getBotTop">, options?: CallOptions): Promise<Data<Schemas["BotTopAnswer"]>>;
  /**
   * List the latest clicks that were classified as bots
   *
   * Includes all data of the classification.
   */
  samples(query?: Query<"listBotSamples">, options?: CallOptions): Promise<Data<Schemas["BotSamplesAnswer"]>>;
  /**
   * Get the workspace's own rules for bots and own visits
   *
   * They classify visits besides the built-in rules.
   */
  rules(options?: CallOptions): Promise<Data<Schemas["BotRulesAnswer"]>>;
  /**
   * Set the workspace's own rules for bots and own visits
   *
   * Replaces all existing rules, for new visits. At most 100 verdicts and 50 addresses.
   */
  updateRules(body: Body<"setBotRules">, options?: CallOptions): Promise<Data<Schemas["BotRulesAnswer"]>>;
  /**
   * Try rules on past clicks
   *
   * Counts by link and day what the workspace's or proposed verdicts would change, with the current built-in rules. Changes nothing.
   */
  tryRules(body: Body<"tryBotRules">, query?: Query<"tryBotRules">, options?: CallOptions): Promise<Data<Schemas["BotTrialAnswer"]>>;
}

export interface NotesCalls {
  /**
   * List notes, latest first
   *
   * All notes, or those of a time range or of links.
   */
  list(query?: Query<"listNotes">, options?: CallOptions): Promise<Data<Schemas["NotesAnswer"]>>;
  /**
   * Add a note to a point in time
   *
   * About a link or the whole workspace. A workspace has at most 500.
   */
  create(body: Body<"createNote">, options?: CallOptions): Promise<Data<Schemas["NoteAnswer"]>>;
  /**
   * Change the text or the time of a note
   *
   * Omitted fields keep their value.
   */
  update(id: string, body: Body<"updateNote">, options?: CallOptions): Promise<Data<Schemas["NoteAnswer"]>>;
  /**
   * Delete a note
   *
   * This cannot be undone.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
}

export interface SharedPagesCalls {
  /**
   * A shared page
   *
   * By the secret of its address alone: the figures and lists that it shows, of people, in the page's time zone. `filter` is one of its dimensions with `is`. 401 where its password is still to be given.
   */
  get(token: string, query?: Query<"getSharedPage">, options?: CallOptions): Promise<Data<Schemas["SharedPageAnswer"]>>;
  /**
   * Give the password of a shared page
   *
   * A cookie for this page alone remembers it for 12 hours, until the page gets another password.
   */
  password(token: string, body: Body<"unlockSharedPage">, options?: CallOptions): Promise<void>;
  /**
   * A shared page as its clicks are counted
   *
   * A `page` event each time, at most one a second. An `end` event says why a stream ends: at once where the page is changed or revoked.
   */
  live(token: string, query?: Query<"followSharedPage">, options?: CallOptions): AsyncIterable<LiveMessage<Schemas["SharedPage"]>>;
}

export interface SharesCalls {
  /**
   * List all shared pages, newest first
   *
   * Their URLs are stored as hashes and cannot be shown again.
   */
  list(options?: CallOptions): Promise<Data<Schemas["SharesAnswer"]>>;
  /**
   * Create a shared page
   *
   * Publishes figures of the workspace, a group or a link at a secret URL, which is shown only once. A workspace has at most 50.
   */
  create(body: Body<"createShare">, options?: CallOptions): Promise<Data<Schemas["AddressedShareAnswer"]>>;
  /**
   * Get a shared page
   *
   * Without its URL.
   */
  get(id: string, options?: CallOptions): Promise<Data<Schemas["ShareAnswer"]>>;
  /**
   * Change a shared page
   *
   * Omitted fields keep their value; null clears them. Changes apply immediately. After a new password, all visitors have to enter it.
   */
  update(id: string, body: Body<"updateShare">, options?: CallOptions): Promise<Data<Schemas["ShareAnswer"]>>;
  /**
   * Revoke a shared page
   *
   * The page closes immediately, also for current visitors.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
  /**
   * Replace the URL of a shared page
   *
   * The previous URL stops working.
   */
  renew(id: string, options?: CallOptions): Promise<Data<Schemas["AddressedShareAnswer"]>>;
}

export interface MissesCalls {
  /**
   * Get figures and a chart of visits that led nowhere
   *
   * Includes visits to the workspace's links, and to unknown codes and the bare hosts of its domains. Values narrow them; days are those of `tz`.
   */
  get(query?: Query<"getMisses">, options?: CallOptions): Promise<Data<Schemas["MissesAnswer"]>>;
  /**
   * List the codes that led nowhere most often, and why
   *
   * Includes links with similar codes.
   */
  codes(query?: Query<"listMissedCodes">, options?: CallOptions): Promise<Data<Schemas["MissedCodesAnswer"]>>;
  /**
   * List the origins of visits that led nowhere
   *
   * By referrer, by requested host, or by country.
   */
  top(query: Query<"getMissTop">, options?: CallOptions): Promise<Data<Schemas["MissTopAnswer"]>>;
  /**
   * Follow visits that led nowhere
   *
   * Sends a `window` event immediately, and again at most once a second while visits are counted. Each contains the last 30 minutes and replaces the previous one. Values narrow the visits; `bots=true` includes visits of bots. An `end` event gives the reason when a stream ends.
   */
  live(query?: Query<"followMisses">, options?: CallOptions): AsyncIterable<LiveMessage<Schemas["LiveMisses"]>>;
}

export interface CodesCalls {
  /**
   * Check whether a code is free
   *
   * Reveals no more than creating a link would: codes of other workspaces are only taken. Codes of deleted links of yours, and former codes of your links, are free for you.
   */
  check(query: Query<"checkCode">, options?: CallOptions): Promise<Data<Schemas["CodeCheckAnswer"]>>;
  /**
   * Propose free codes for a destination
   *
   * Returns up to 3, from the words of its title, its path and its host.
   */
  proposals(query: Query<"proposeCodes">, options?: CallOptions): Promise<Data<Schemas["CodeProposalsAnswer"]>>;
}

export interface ApiKeysCalls {
  /**
   * List API keys, newest first
   *
   * Includes keys that were revoked or expired in the last 90 days, the newest 100 of them. Secrets are not shown.
   */
  list(options?: CallOptions): Promise<Data<Schemas["ApiKeysAnswer"]>>;
  /**
   * Create an API key
   *
   * The key is shown only once; its hash is stored. It never has more permissions than its creator, and creates no other keys. A workspace has at most 100. Its creator is notified by mail.
   */
  create(body: Body<"createApiKey">, options?: CallOptions): Promise<Data<Schemas["CreatedApiKeyAnswer"]>>;
  /**
   * Get the API key of the call
   *
   * Needs no scope. Calls without an API key get NOT_FOUND_ERROR.
   */
  current(options?: CallOptions): Promise<Data<Schemas["ApiKeyAnswer"]>>;
  /**
   * Revoke the API key of the call
   *
   * Needs no scope. Calls without an API key get NOT_FOUND_ERROR.
   */
  deleteCurrent(options?: CallOptions): Promise<Data<Schemas["RevokedApiKeyAnswer"]>>;
  /**
   * Create an API key for a waiting program
   *
   * For pages that a program opened: the page passes the returned code to the program, which exchanges it and its verifier for the key within 2 minutes. The page never sees the key.
   */
  handover(body: Body<"handOverApiKey">, options?: CallOptions): Promise<Data<Schemas["HandedOverKeyAnswer"]>>;
  /**
   * Exchange a code for its API key
   *
   * For the program that waits for the key. Works once. A wrong verifier deletes the key.
   */
  exchange(body: Body<"exchangeApiKey">, options?: CallOptions): Promise<Data<Schemas["CreatedApiKeyAnswer"]>>;
  /**
   * Revoke an API key
   *
   * It stops working immediately; streams that were opened with it end.
   */
  delete(id: string, options?: CallOptions): Promise<Data<Schemas["RevokedApiKeyAnswer"]>>;
}

export interface UtmCalls {
  /**
   * List recently used values of campaign parameters
   *
   * From the destinations of your newest 2,000 links, with one entry for each parameter.
   */
  values(options?: CallOptions): Promise<Data<Schemas["UtmValuesAnswer"]>>;
  /**
   * Get the rules for campaign parameters
   *
   * They apply to the destinations of new and edited links.
   */
  rules(options?: CallOptions): Promise<Data<Schemas["UtmRulesAnswer"]>>;
  /**
   * Set the rules for campaign parameters
   *
   * Replaces all rules. They apply to new links and edits; existing links stay as they are.
   */
  updateRules(body: Body<"setUtmRules">, options?: CallOptions): Promise<Data<Schemas["UtmRulesAnswer"]>>;
}

export interface PresetsCalls {
  readonly views: PresetsViewsCalls;
  readonly utmTemplates: PresetsUtmTemplatesCalls;
  readonly qrDesigns: PresetsQrDesignsCalls;
}

export interface PresetsViewsCalls {
  /**
   * List all views of the list of links, sorted by name
   *
   * Filters and order of the list of links, as in the URL of the list.
   */
  list(options?: CallOptions): Promise<Data<Schemas["PresetsAnswer"]>>;
  /**
   * Save a view of the list of links
   *
   * Filters and order of the list of links, as in the URL of the list.
   */
  create(body: Body<"createView">, options?: CallOptions): Promise<Data<Schemas["PresetAnswer"]>>;
  /**
   * Rename or change a view of the list of links
   *
   * Omitted fields keep their value.
   */
  update(id: string, body: Body<"updateView">, options?: CallOptions): Promise<Data<Schemas["PresetAnswer"]>>;
  /**
   * Delete a view of the list of links
   *
   * This cannot be undone. Links stay as they are.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
}

export interface PresetsUtmTemplatesCalls {
  /**
   * List all templates of campaign parameters, sorted by name
   *
   * Campaign parameters with their values, as in the query of a destination. Other parameters are ignored.
   */
  list(options?: CallOptions): Promise<Data<Schemas["PresetsAnswer"]>>;
  /**
   * Save a template of campaign parameters
   *
   * Campaign parameters with their values, as in the query of a destination. Other parameters are ignored.
   */
  create(body: Body<"createUtmTemplate">, options?: CallOptions): Promise<Data<Schemas["PresetAnswer"]>>;
  /**
   * Rename or change a template of campaign parameters
   *
   * Omitted fields keep their value.
   */
  update(id: string, body: Body<"updateUtmTemplate">, options?: CallOptions): Promise<Data<Schemas["PresetAnswer"]>>;
  /**
   * Delete a template of campaign parameters
   *
   * This cannot be undone. Links stay as they are.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
}

export interface PresetsQrDesignsCalls {
  /**
   * List all designs of QR codes, sorted by name
   *
   * A query of `dark` and `light` (#rrggbb), `shape` and `corners` (square, rounded, dots), `quiet` (0 to 10 modules), `level` (L, M, Q, H) and `tellsScans` (true, false). Omitted parameters have the values of a plain code; others are ignored.
   */
  list(options?: CallOptions): Promise<Data<Schemas["PresetsAnswer"]>>;
  /**
   * Save a design of QR codes
   *
   * A query of `dark` and `light` (#rrggbb), `shape` and `corners` (square, rounded, dots), `quiet` (0 to 10 modules), `level` (L, M, Q, H) and `tellsScans` (true, false). Omitted parameters have the values of a plain code; others are ignored.
   */
  create(body: Body<"createQrDesign">, options?: CallOptions): Promise<Data<Schemas["PresetAnswer"]>>;
  /**
   * Rename or change a design of QR codes
   *
   * Omitted fields keep their value.
   */
  update(id: string, body: Body<"updateQrDesign">, options?: CallOptions): Promise<Data<Schemas["PresetAnswer"]>>;
  /**
   * Delete a design of QR codes
   *
   * This cannot be undone. Links stay as they are.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
}

export interface LedgerCalls {
  /**
   * Get the number of received requests by classification
   *
   * The parts add up to the requests that redirectors have counted separately from recording them. A range begins and ends at a quarter of an hour.
   */
  get(query?: Query<"getLedger">, options?: CallOptions): Promise<Data<Schemas["LedgerAnswer"]>>;
  /**
   * List the single requests of a part of the ledger, latest first
   *
   * Includes the reason of each classification.
   */
  requests(query: Query<"listLedgerRequests">, options?: CallOptions): Paged<Item<Schemas["LedgerRequestsAnswer"]["data"]>, Schemas["LedgerRequestsAnswer"]>;
}

export interface SqlCalls {
  /**
   * Run a query in ClickHouse
   *
   * One at a time of each account. It reads the account's own rows and changes nothing. `format` csv and parquet give a file with all rows, table as many as fit on a page. What ClickHouse refuses is a VALIDATION_ERROR on `query` in its own words. The query ends when the client goes away.
   */
  run(body: Body<"runSql">, options?: CallOptions): Promise<Data<Schemas["SqlResultAnswer"]>>;
  /**
   * Run a query in ClickHouse
   *
   * One at a time of each account. It reads the account's own rows and changes nothing. `format` csv and parquet give a file with all rows, table as many as fit on a page. What ClickHouse refuses is a VALIDATION_ERROR on `query` in its own words. The query ends when the client goes away.
   */
  runFile(body: Body<"runSql">, options?: CallOptions): Promise<Download>;
  /**
   * Get the tables of the SQL console, and its limits
   *
   * Views with their columns. None contains rows of other accounts.
   */
  get(options?: CallOptions): Promise<Data<Schemas["SqlConsoleAnswer"]>>;
  /**
   * Cancel the account's running query
   *
   * Most queries have ended when this is answered. ClickHouse checks only between blocks, so a long function call continues for a while: until it has ended, a new query is refused with RATE_LIMIT_ERROR. Does nothing if none is running.
   */
  cancel(options?: CallOptions): Promise<void>;
  readonly queries: SqlQueriesCalls;
}

export interface SqlQueriesCalls {
  /**
   * List all saved queries, sorted by name
   *
   * Returns the whole list without pagination.
   */
  list(options?: CallOptions): Promise<Data<Schemas["SavedQueriesAnswer"]>>;
  /**
   * Save a query
   *
   * Its text is stored without being checked by ClickHouse.
   */
  create(body: Body<"createSavedQuery">, options?: CallOptions): Promise<Data<Schemas["SavedQueryAnswer"]>>;
  /**
   * Change the name or the text of a saved query
   *
   * Provide at least one field; omitted fields keep their value.
   */
  update(id: string, body: Body<"updateSavedQuery">, options?: CallOptions): Promise<Data<Schemas["SavedQueryAnswer"]>>;
  /**
   * Delete a saved query
   *
   * This cannot be undone.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
}

export interface LinkJobsCalls {
  /**
   * List jobs, latest first
   *
   * Returns at most 50 jobs of the last 30 days.
   */
  list(options?: CallOptions): Promise<Data<Schemas["LinkJobsAnswer"]>>;
  /**
   * Change up to 10000 links in the background
   *
   * Takes ids or a filter, and what to change: everything that an edit of a link can change except name, code and external id, and whether the links are active, campaign parameters, or `delete`. A password can only be removed (null). Each link is changed or refused by itself. At most 3 jobs of a workspace run at a time; results are kept for 30 days.
   */
  create(body: Body<"createUrlJob">, options?: CallOptions): Promise<Data<Schemas["LinkJobAnswer"]>>;
  /**
   * Get a job with its progress
   *
   * Jobs are deleted 30 days after they ended.
   */
  get(id: string, options?: CallOptions): Promise<Data<Schemas["LinkJobAnswer"]>>;
  /**
   * List the results of a job
   *
   * Sorted by position: the order of the given ids, or newest links first.
   */
  results(id: string, query?: Query<"listUrlJobResults">, options?: CallOptions): Paged<Item<Schemas["LinkJobResultsAnswer"]["data"]>, Schemas["LinkJobResultsAnswer"]>;
  /**
   * Revert a job by another job
   *
   * Links that were changed since stay as they are. Deleted links and passwords cannot be restored.
   */
  undo(id: string, options?: CallOptions): Promise<Data<Schemas["LinkJobAnswer"]>>;
  /**
   * Stop a job
   *
   * Completed changes remain and can be reverted. Has no effect on a job that has ended.
   */
  cancel(id: string, options?: CallOptions): Promise<Data<Schemas["LinkJobAnswer"]>>;
}

export interface ImportsCalls {
  /**
   * Create an import of links
   *
   * Then upload the file in parts to `PUT /api/imports/{id}/file`, and complete it. No link is created before the import is started. At most 3 imports of a workspace can be open; rows are stored for 30 days after the end. An import without activity is cancelled after 3 days; one with a missing part fails 60 minutes after the last part.
   */
  create(body: Body<"createImport">, options?: CallOptions): Promise<Data<Schemas["ImportAnswer"]>>;
  /**
   * List imports, latest first
   *
   * Returns at most 50 imports of the last 30 days.
   */
  list(options?: CallOptions): Promise<Data<Schemas["ImportsAnswer"]>>;
  /**
   * Confirm that all parts of the file are uploaded
   *
   * The rest of the file is read. Once the import is `ready`, it reports how many links it will create and what they lose.
   */
  complete(id: string, body: Body<"completeImport">, options?: CallOptions): Promise<Data<Schemas["ImportAnswer"]>>;
  /**
   * Choose the meaning of columns, or name the import
   *
   * The uploaded file is read again: `state` is `reading`, then `ready`. Only one column can be the code, destination, title, tags or expiry.
   */
  update(id: string, body: Body<"updateImport">, options?: CallOptions): Promise<Data<Schemas["ImportAnswer"]>>;
  /**
   * Get an import with its progress
   *
   * Imports are deleted 30 days after they ended; their links remain.
   */
  get(id: string, options?: CallOptions): Promise<Data<Schemas["ImportAnswer"]>>;
  /**
   * Start creating the links of an import
   *
   * Runs in the background. Links that were imported before are not changed.
   */
  start(id: string, options?: CallOptions): Promise<Data<Schemas["ImportAnswer"]>>;
  /**
   * Cancel an import
   *
   * Created links and imported visits remain. Has no effect on an import that has ended.
   */
  cancel(id: string, options?: CallOptions): Promise<Data<Schemas["ImportAnswer"]>>;
  /**
   * List the rows of an import
   *
   * Sorted as in the file.
   */
  rows(id: string, query?: Query<"listImportRows">, options?: CallOptions): Paged<Item<Schemas["ImportRowsAnswer"]["data"]>, Schemas["ImportRowsAnswer"]>;
  /**
   * Send a part of the file
   *
   * As application/octet-stream, at most 1048576 bytes, from part 1 on; a file has at most 512 parts. CSV with a heading, JSON Lines, or one document of JSON of at most 16777216 bytes, all in UTF-8, UTF-16 or Windows-1252; HTML, XML and SQL dumps for the sources that have them. The same part may be sent again.
   */
  sendPart(id: string, octets: Octets, query: Query<"sendImportPart">, options?: CallOptions): Promise<void>;
}

export interface ReportsCalls {
  /**
   * Create a report
   *
   * The recipient receives a confirmation mail, and reports only after consent.
   */
  create(body: Body<"createReport">, options?: CallOptions): Promise<Data<Schemas["ReportAnswer"]>>;
  /**
   * List all reports, oldest first
   *
   * Includes reports whose recipients have not consented yet.
   */
  list(options?: CallOptions): Promise<Data<Schemas["ReportsAnswer"]>>;
  /**
   * Delete a report
   *
   * No more mails are sent, including those in progress.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
  /**
   * Send a report immediately
   *
   * It covers the last complete week or month, and does not change the regular mails.
   */
  try(id: string, options?: CallOptions): Promise<void>;
}

export interface AlarmsCalls {
  /**
   * Create an alarm
   *
   * New addresses receive a confirmation mail, and alarms only after consent.
   */
  create(body: Body<"createAlarm">, options?: CallOptions): Promise<Data<Schemas["AlarmAnswer"]>>;
  /**
   * List all alarms, oldest first
   *
   * Includes alarms that are off or whose recipients have not consented yet.
   */
  list(options?: CallOptions): Promise<Data<Schemas["AlarmsAnswer"]>>;
  /**
   * List the latest incidents
   *
   * Sorted by time, latest first, and stored for 90 days.
   */
  history(query?: Query<"listAlarmFirings">, options?: CallOptions): Promise<Data<Schemas["AlarmHistoryAnswer"]>>;
  /**
   * Change an alarm
   *
   * Set both quiet hours to null to remove them. Switching the alarm on resets its comparison.
   */
  update(id: string, body: Body<"updateAlarm">, options?: CallOptions): Promise<Data<Schemas["AlarmAnswer"]>>;
  /**
   * Delete an alarm
   *
   * Deletes its incidents too.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
  /**
   * Send a test mail with the current figures
   *
   * Only to recipients who have consented.
   */
  try(id: string, options?: CallOptions): Promise<void>;
}

export interface ClickExportsCalls {
  /**
   * Export clicks to a bucket
   *
   * After each hour or day in UTC, its clicks are written to one Parquet file, whose key names the period. With `conversions`, conversions that were reported in the period are written to another file. The secret cannot be read again.
   */
  create(body: Body<"createExport">, options?: CallOptions): Promise<Data<Schemas["ClickExportAnswer"]>>;
  /**
   * List all exports of clicks, oldest first
   *
   * Includes the numbers of written and waiting files. Secrets are not shown.
   */
  list(options?: CallOptions): Promise<Data<Schemas["ClickExportsAnswer"]>>;
  /**
   * Change an export
   *
   * Omitted fields keep their value. A new access key needs its secret. For another bucket, create another export.
   */
  update(id: string, body: Body<"updateExport">, options?: CallOptions): Promise<Data<Schemas["ClickExportAnswer"]>>;
  /**
   * Delete an export
   *
   * Deletes its settings and its secret. Files in the bucket remain.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
  /**
   * Test whether files can be written
   *
   * Writes a small object to the bucket and removes it; `problem` describes a failure.
   */
  try(id: string, options?: CallOptions): Promise<Data<Schemas["ClickExportTrialAnswer"]>>;
  /**
   * List the files of an export, latest period first
   *
   * Includes files that will be written.
   */
  files(id: string, query?: Query<"listExportFiles">, options?: CallOptions): Paged<Item<Schemas["ExportedFilesAnswer"]["data"]>, Schemas["ExportedFilesAnswer"]>;
  /**
   * Write the files of a time range now
   *
   * Writes the files of all periods that are over, including files that are in the bucket already, and returns their number. At most 10000 files at a time.
   */
  range(id: string, body: Body<"writeExportRange">, options?: CallOptions): Promise<Data<Schemas["ExportRangeAnswer"]>>;
}

export interface ClicksCalls {
  /**
   * Get how long the workspace stores single clicks
   *
   * Includes a retention that will replace the current one, and the first day with single clicks.
   */
  retention(options?: CallOptions): Promise<Data<Schemas["ClickRetentionAnswer"]>>;
  /**
   * Set how long the workspace stores single clicks
   *
   * Figures, charts and visitors per day of older clicks remain as sums. A shorter retention begins 3 days later, and the owner is notified by mail; a longer one begins immediately. Removed clicks cannot be restored.
   */
  updateRetention(body: Body<"setClickRetention">, options?: CallOptions): Promise<Data<Schemas["ClickRetentionAnswer"]>>;
  /**
   * Count the clicks that a retention would remove if it began now
   *
   * Changes nothing.
   */
  retentionPreview(query: Query<"previewClickRetention">, options?: CallOptions): Promise<Data<Schemas["ClickRetentionPreviewAnswer"]>>;
  /**
   * Cancel a retention that has not begun yet
   *
   * The current retention remains.
   */
  deleteRetentionWaiting(options?: CallOptions): Promise<Data<Schemas["ClickRetentionAnswer"]>>;
}

export interface WebhooksCalls {
  /**
   * Create a webhook
   *
   * Subscribes a server to events. Messages have the form `{ type, timestamp, data }` and are signed with the secret, which is shown only once.
   */
  create(body: Body<"createWebhook">, options?: CallOptions): Promise<Data<Schemas["WebhookSecretAnswer"]>>;
  /**
   * List all webhooks, oldest first
   *
   * Includes paused and disabled webhooks, without their secrets.
   */
  list(options?: CallOptions): Promise<Data<Schemas["WebhooksAnswer"]>>;
  /**
   * Change, pause or resume a webhook
   *
   * Omitted fields keep their value. Waiting messages are sent to the new URL.
   */
  update(id: string, body: Body<"updateWebhook">, options?: CallOptions): Promise<Data<Schemas["WebhookAnswer"]>>;
  /**
   * Delete a webhook
   *
   * Deletes its messages too; waiting messages are not sent.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
  /**
   * Replace the secret of a webhook
   *
   * The new secret is shown only once. For 24 hours, messages are also signed with the previous secret.
   */
  rotate(id: string, options?: CallOptions): Promise<Data<Schemas["WebhookSecretAnswer"]>>;
  /**
   * Send a test message to a webhook
   *
   * Returns the id of the message. Its type is `test`; the list of messages shows its state.
   */
  test(id: string, options?: CallOptions): Promise<Data<Schemas["WebhookTestAnswer"]>>;
  /**
   * Resend all failed messages since a point in time
   *
   * Returns their number. Messages are stored for 7 days, at most 10000.
   */
  resend(id: string, body: Body<"resendWebhookMessages">, options?: CallOptions): Promise<Data<Schemas["WebhookResentAnswer"]>>;
  /**
   * List the messages of a webhook, latest first
   *
   * Includes the result of the last attempt.
   */
  messages(id: string, query?: Query<"listWebhookMessages">, options?: CallOptions): Paged<Item<Schemas["WebhookMessagesAnswer"]["data"]>, Schemas["WebhookMessagesAnswer"]>;
  /**
   * Get a message of a webhook
   *
   * Includes its body and all attempts. API keys need `links:read` and `stats:read` too.
   */
  message(id: string, messageId: string, options?: CallOptions): Promise<Data<Schemas["WebhookMessageAnswer"]>>;
  /**
   * Resend a message
   *
   * Keeps its id and resets its attempts, whatever its state.
   */
  resendMessage(id: string, messageId: string, options?: CallOptions): Promise<void>;
}

export interface AuthCalls {
  readonly outlets: AuthOutletsCalls;
}

export interface AuthOutletsCalls {
  /**
   * List everything that sends data out or grants access, newest first
   *
   * Webhooks, exports, reports, alarms, shared pages, API keys, SQL access and domain targets. A reset of the password, "end all other sessions" and a revoked key pause what the lost sessions and keys created in the last 30 days or were alive to create.
   */
  list(options?: CallOptions): Promise<Data<Schemas["OutletsAnswer"]>>;
  /**
   * Resume a paused outlet
   *
   * Sends what has waited too: it is stored for 7 days.
   */
  resume(kind: string, id: string, options?: CallOptions): Promise<Data<Schemas["OutletAnswer"]>>;
  /**
   * Delete an outlet
   *
   * Has the same effect as its own operation: an API key is revoked; a domain loses its targets and retains its links.
   */
  delete(kind: string, id: string, options?: CallOptions): Promise<Data<Schemas["OutletAnswer"]>>;
}
