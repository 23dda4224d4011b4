/** Business limits of the product; lengths in UTF-16 code units unless said otherwise. */
export const limits = {
  nameMin: 2,
  nameMax: 50,
  /** Maximum code units of a name: one visible character can consist of many. */
  nameUnitsMax: 800,
  linkNameMax: 200,
  groupNameMax: 100,
  tagNameMax: 50,
  tagsPerWorkspace: 1000,
  tagsPerLink: 50,
  linkNoteMax: 5000,
  externalIdMax: 255,
  /**
   * Maximum number of links that a filter by clicks can find, because their ids are sent from ClickHouse to Postgres.
   */
  clickedLinksMax: 250_000,
  emailMax: 254,
  contactNumberMax: 32,
  signUpPasswordMin: 8,
  laterPasswordMin: 6,
  /** Argon2 would accept more; the limit prevents requests that hash megabytes. */
  passwordMax: 256,
  codeMin: 3,
  codeMax: 50,
  /** For codes on a workspace's own domains. */
  wideCodeMax: 190,
  /** For a destination as typed, in characters; an encoded character counts as one. */
  originalUrlMax: 8192,
  /** For a destination as stored, in bytes; with the other headers of a redirect it fits into 16 kB. */
  originalUrlBytesMax: 16_000,
  /** For a destination's host; the limits of DNS. */
  urlHostMax: 253,
  urlHostLabelMax: 63,
  registrationRetries: 3,
  resetLinkMinutes: 10,
  emailChangeHours: 24,
  googleFlowSeconds: 10 * 60,
  /** How long the page may exchange the code of a Google sign-in for a session. */
  googleCodeSeconds: 2 * 60,
  accessTokenSeconds: 15 * 60,
  refreshTokenSeconds: 30 * 24 * 60 * 60,
  /**
   * How long the browser that has used a refresh token gets the same response again: the first one may have been lost,
   * or belong to another tab.
   */
  refreshRepeatSeconds: 30,
  /** For the reason of a ban that an operator enters. */
  banReasonMax: 500,
  /** For a search text over names, codes and URLs. */
  searchMax: 200,
  /** For one value of a click filter; referrers are the longest. */
  filterMax: 1024,
  /** Filters per query. */
  filtersMax: 20,
  /** Values per filter. */
  filterValuesMax: 50,
  /** For the values of all filters of a query together, because they are sent to ClickHouse in a URL. */
  filterTextMax: 8192,
  listDefault: 50,
  listMax: 100,
  apiKeyNameMax: 100,
  /** Usable API keys per workspace. */
  apiKeysMax: 100,
  /** Revoked and expired API keys that are retained besides those. */
  endedApiKeysMax: 100,
  /** How long a command line may fetch a key that a page has created for it. */
  keyHandoverSeconds: 2 * 60,
  /** Networks to which one API key is restricted. */
  apiKeyNetworksMax: 20,
  apiKeyRequestsPerMinuteMax: 100_000,
  /** Emailed reports per workspace. */
  reportsMax: 20,
  /** How long the recipient may confirm a report, in days. */
  reportConfirmDays: 3,
  /** Alarms per workspace. */
  alarmsMax: 20,
  /** Email addresses per alarm. */
  alarmEmailsMax: 5,
  /** Email addresses of all alarms of a workspace. */
  alarmAddressesMax: 20,
  /** How long the recipient may confirm alarms, in days. */
  alarmConfirmDays: 3,
  /** Minimum number of clicks or misses in a window before an alarm fires. */
  alarmMinimumDefault: 20,
  alarmMinimumMax: 1_000_000,
  /** How many days before an expiry an alarm fires. */
  alarmDaysBeforeDefault: 7,
  alarmDaysBeforeMax: 90,
  /** Fired alarms that are listed at a time, and how many days they are retained. */
  alarmHistoryMax: 100,
  alarmHistoryDays: 90,
  /** For a query in the SQL console. */
  sqlTextMax: 8000,
  savedQueryNameMax: 100,
  /** Per workspace. */
  savedQueriesMax: 200,
  presetNameMax: 100,
  /** For a saved view, in characters of the URL's query. */
  viewQueryMax: 4000,
  /** Per kind and workspace. */
  presetsMax: 200,
  utmValueMax: 200,
  /** Values that a workspace can allow for one campaign parameter. */
  utmAllowedMax: 200,
  /** Links that one job changes. */
  linkJobMax: 10_000,
  /** Unfinished jobs per workspace. */
  linkJobsAtOnce: 3,
  /** How many days a job's results are retained, and the job can be undone. */
  linkJobDays: 30,
  /** Per workspace; each job counts as a hundred links in addition to its own. Older results are deleted. */
  linkJobResultsKept: 1_000_000,
  /** The most recent jobs, which are listed. */
  linkJobsListed: 50,
  /** Links created in one call. */
  batchMax: 1000,
  /** Links with a password among them: each password is hashed before the call returns. */
  linkPasswordsMax: 20,
  /** For a note at a point of a chart. */
  noteMax: 500,
  notesPerWorkspace: 500,
  /** A workspace's rules that classify user agents, networks and referrers. */
  ownVerdictsMax: 100,
  /** For a part of a user agent. */
  ownVerdictMin: 3,
  ownVerdictMax: 200,
  /** Addresses and networks of a workspace whose visits are its own. */
  ownAddressesMax: 50,
  ownParameterNameMax: 40,
  ownParameterValueMin: 6,
  ownParameterValueMax: 100,
  /** For a destination page's own title and description, in visible characters. */
  destinationTitleMax: 200,
  destinationDescriptionMax: 400,
  /** URLs at which a page's icon is looked for. */
  destinationIconTries: 2,
  /** Bytes of an image. */
  destinationIconBytes: 32 * 1024,
  destinationPictureBytes: 256 * 1024,
  /** Images retained per workspace, the most recent ones. */
  destinationIconsMax: 2000,
  destinationPicturesMax: 500,
  /** Links whose edits one chart shows. */
  markedLinks: 5,
  /** How many days individual clicks can be retained. */
  clickRetentionMin: 30,
  clickRetentionMax: 3650,
  /** The delay in days before a shorter retention takes effect. */
  clickRetentionDelayDays: 3,
  /** Destinations per workspace to which clicks are exported. */
  clickExportsMax: 5,
  clickExportNameMax: 100,
  clickExportEndpointMax: 255,
  clickExportPrefixMax: 200,
  clickExportKeyMax: 256,
  /** Files that can be rewritten in one call. */
  clickExportRangeMax: 10_000,
  /** For how many days after its end a period is exported again if clicks arrive late. */
  clickExportRecheckDays: 7,
  sharesPerWorkspace: 50,
  shareNameMax: 100,
  sharePasswordMin: 8,
  sharePasswordMax: 128,
  /** Sites that may embed a shared page. */
  shareOrigins: 10,
  shareOriginMax: 255,
  /** Rows of each list of a shared page. */
  shareRows: 50,
  /** Filter values that a visitor of a shared page can select at a time. */
  shareFilterValues: 10,
  topList: 5,
  /** For an account's top list; enough for all countries. */
  longTopList: 300,
  /**
   * Maximum size in bytes of all values whose conversions are queried, because they are sent to ClickHouse in a URL.
   */
  convertedBytesMax: 60_000,
  /** For a chart by hour, day, week or month. */
  chartPoints: 4000,
  /** How many days without clicks a chart can begin with: ten years. */
  filledDays: 3653,
  clickHistoryPage: 8,
  requestTimeoutMs: 10_000,
  /** Longer header values and queries are truncated before they are recorded. */
  userAgentMax: 512,
  referrerMax: 1024,
  queryMax: 1024,
  acceptLanguageMax: 256,
  hostMax: 255,
  missPathMax: 512,
  /** For the path of a click whose URL had more than the code. */
  visitedPathMax: 200,
  /** How many of a visitor's accepted languages are stored. */
  languagesMax: 4,
} as const;
