/** Business limits of the product; lengths in UTF-16 code units unless stated otherwise. */
export const limits = {
  nameMin: 2,
  nameMax: 50,
  /** Maximum code units of a name, because one visible character can consist of many. */
  nameUnitsMax: 800,
  linkNameMax: 200,
  groupNameMax: 100,
  tagNameMax: 50,
  tagsPerWorkspace: 1000,
  tagsPerLink: 50,
  linkNoteMax: 5000,
  externalIdMax: 255,
  /** Maximum number of links that a filter by clicks can find, because ClickHouse returns their ids to Postgres. */
  clickedLinksMax: 250_000,
  emailMax: 254,
  contactNumberMax: 32,
  signUpPasswordMin: 8,
  laterPasswordMin: 6,
  /** Argon2 accepts longer passwords; the limit prevents requests that hash megabytes. */
  passwordMax: 256,
  codeMin: 3,
  codeMax: 50,
  /** Maximum length of codes on a workspace's own domains. */
  wideCodeMax: 190,
  /** Maximum characters of a destination as typed; an encoded character counts as one. */
  originalUrlMax: 8192,
  /** Maximum bytes of a stored destination; with the other headers of a redirect it fits into 16 kB. */
  originalUrlBytesMax: 16_000,
  /** Maximum lengths of a destination's host and of its labels, from DNS. */
  urlHostMax: 253,
  urlHostLabelMax: 63,
  registrationRetries: 3,
  resetLinkMinutes: 10,
  emailChangeHours: 24,
  googleFlowSeconds: 10 * 60,
  /** How long the page can exchange the code of a Google sign-in for a session. */
  googleCodeSeconds: 2 * 60,
  accessTokenSeconds: 15 * 60,
  refreshTokenSeconds: 30 * 24 * 60 * 60,
  /** How long a device is remembered after the last sign-in from it: later ones are announced to the owner. */
  knownDeviceDays: 400,
  /** Maximum remembered devices of a user. */
  knownDevicesMax: 200,
  /** Maximum sessions in the list of a user's open sessions. */
  sessionsListed: 1000,
  /**
   * How long a repeated refresh token gets the same response in the same browser: the first response may have been
   * lost, or have gone to another tab.
   */
  refreshRepeatSeconds: 30,
  /** Maximum characters of an operator's reason for a ban. */
  banReasonMax: 500,
  /** Maximum characters of a search for names, codes and URLs. */
  searchMax: 200,
  /** Maximum characters of one value of a click filter; referrers are the longest values. */
  filterMax: 1024,
  /** Maximum filters per query. */
  filtersMax: 20,
  /** Maximum values per filter. */
  filterValuesMax: 50,
  /** Maximum characters of all filter values of a query together, because they are sent to ClickHouse in a URL. */
  filterTextMax: 8192,
  listDefault: 50,
  listMax: 100,
  apiKeyNameMax: 100,
  /** Maximum usable API keys per workspace. */
  apiKeysMax: 100,
  /** Revoked and expired API keys that are retained in addition to usable ones. */
  endedApiKeysMax: 100,
  /** How long the command line can fetch a key that the app has created for it. */
  keyHandoverSeconds: 2 * 60,
  /** Maximum networks to which one API key is restricted. */
  apiKeyNetworksMax: 20,
  apiKeyRequestsPerMinuteMax: 100_000,
  /** Maximum emailed reports per workspace. */
  reportsMax: 20,
  /** Days within which the recipient can confirm a report. */
  reportConfirmDays: 3,
  /** Maximum alarms per workspace. */
  alarmsMax: 20,
  /** Maximum email addresses per alarm. */
  alarmEmailsMax: 5,
  /** Maximum email addresses of all alarms of a workspace. */
  alarmAddressesMax: 20,
  /** Days within which the recipient can confirm alarms. */
  alarmConfirmDays: 3,
  /** Default minimum number of clicks or misses in a window for an alarm to fire. */
  alarmMinimumDefault: 20,
  alarmMinimumMax: 1_000_000,
  /** Default number of days between an expiry alarm and the expiry. */
  alarmDaysBeforeDefault: 7,
  alarmDaysBeforeMax: 90,
  /** Maximum number of fired alarms that are listed, and days for which fired alarms are retained. */
  alarmHistoryMax: 100,
  alarmHistoryDays: 90,
  /** Maximum characters of a query in the SQL console. */
  sqlTextMax: 8000,
  savedQueryNameMax: 100,
  /** Maximum saved queries per workspace. */
  savedQueriesMax: 200,
  presetNameMax: 100,
  /** Maximum characters of a saved view, which is a URL query. */
  viewQueryMax: 4000,
  /** Maximum presets per kind and workspace. */
  presetsMax: 200,
  utmValueMax: 200,
  /** Maximum values that a workspace can allow for one campaign parameter. */
  utmAllowedMax: 200,
  /** Maximum links that one job changes. */
  linkJobMax: 10_000,
  /** Maximum unfinished jobs per workspace. */
  linkJobsAtOnce: 3,
  /** Days for which a job's results are retained and the job can be undone. */
  linkJobDays: 30,
  /**
   * Maximum job results per workspace; a job counts as a hundred links plus the links that it changes. Older results
   * are deleted.
   */
  linkJobResultsKept: 1_000_000,
  /** Number of listed jobs, the most recent ones. */
  linkJobsListed: 50,
  /** Maximum links created in one call. */
  batchMax: 1000,
  /** Maximum links with a password in one call, because each password is hashed before the call returns. */
  linkPasswordsMax: 20,
  /** Maximum characters of a note at a point of a chart. */
  noteMax: 500,
  notesPerWorkspace: 500,
  /** Maximum rules of a workspace that classify user agents, networks and referrers. */
  ownVerdictsMax: 100,
  /** Length in characters of a part of a user agent. */
  ownVerdictMin: 3,
  ownVerdictMax: 200,
  /** Maximum addresses and networks of a workspace whose visits are excluded as its own. */
  ownAddressesMax: 50,
  ownParameterNameMax: 40,
  ownParameterValueMin: 6,
  ownParameterValueMax: 100,
  /** Maximum visible characters of the title and description of a destination's page. */
  destinationTitleMax: 200,
  destinationDescriptionMax: 400,
  /** Maximum URLs that are tried for a page's icon. */
  destinationIconTries: 2,
  /** Maximum bytes of an image. */
  destinationIconBytes: 32 * 1024,
  destinationPictureBytes: 256 * 1024,
  /** Maximum number of images retained per workspace, the most recent ones. */
  destinationIconsMax: 2000,
  destinationPicturesMax: 500,
  /** Maximum links whose edits one chart shows. */
  markedLinks: 5,
  /** Days for which individual clicks can be retained. */
  clickRetentionMin: 30,
  clickRetentionMax: 3650,
  /** Days before a shorter retention takes effect. */
  clickRetentionDelayDays: 3,
  /** Maximum destinations per workspace to which clicks are exported. */
  clickExportsMax: 5,
  clickExportNameMax: 100,
  clickExportEndpointMax: 255,
  clickExportPrefixMax: 200,
  clickExportKeyMax: 256,
  /** Maximum files that can be rewritten in one call. */
  clickExportRangeMax: 10_000,
  /** Days after the end of a period during which it is exported again if clicks arrive late. */
  clickExportRecheckDays: 7,
  sharesPerWorkspace: 50,
  shareNameMax: 100,
  sharePasswordMin: 8,
  sharePasswordMax: 128,
  /** Maximum sites that may embed a shared page. */
  shareOrigins: 10,
  shareOriginMax: 255,
  /** Rows in each list of a shared page. */
  shareRows: 50,
  /** Maximum filter values that a visitor of a shared page can select. */
  shareFilterValues: 10,
  topList: 5,
  /** Entries of an account's top list; enough for all countries. */
  longTopList: 300,
  /** Maximum bytes of all values whose conversions are queried, because they are sent to ClickHouse in a URL. */
  convertedBytesMax: 60_000,
  /** Maximum points of a chart by hour, day, week or month. */
  chartPoints: 4000,
  /** Maximum days from an empty start of a chart to its end: ten years. */
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
  /** Maximum characters of the path after the code that are recorded. */
  visitedPathMax: 200,
  /** Number of a visitor's accepted languages that are stored. */
  languagesMax: 4,
} as const;
