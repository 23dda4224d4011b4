/** Business limits of the product; lengths in UTF-16 code units unless said otherwise. */
export const limits = {
  nameMin: 2,
  nameMax: 50,
  /** Code units that a name may take: a character that people see as one can be many of these. */
  nameUnitsMax: 800,
  linkNameMax: 200,
  groupNameMax: 100,
  tagNameMax: 50,
  tagsPerWorkspace: 1000,
  tagsPerLink: 50,
  linkNoteMax: 5000,
  externalIdMax: 255,
  /** Links that a filter by clicks can find: their ids go from ClickHouse to Postgres. */
  clickedLinksMax: 250_000,
  emailMax: 254,
  contactNumberMax: 32,
  signUpPasswordMin: 8,
  laterPasswordMin: 6,
  /** Argon2 would take more; a bound keeps a request from hashing megabytes. */
  passwordMax: 256,
  codeMin: 3,
  codeMax: 50,
  /** Of codes of domains that are a workspace's own. */
  wideCodeMax: 190,
  /** Of a destination as it is typed, in characters: whatever an encoded one writes for a character is one. */
  originalUrlMax: 8192,
  /** Of a destination as it is stored, in bytes; with the other headers of a redirect it fits into 16 kB. */
  originalUrlBytesMax: 16_000,
  /** Of a destination's host: what DNS allows. */
  urlHostMax: 253,
  urlHostLabelMax: 63,
  registrationRetries: 3,
  resetLinkMinutes: 10,
  emailChangeHours: 24,
  googleFlowSeconds: 10 * 60,
  /** For so long the page may exchange the code of a sign-in with Google for a session. */
  googleCodeSeconds: 2 * 60,
  accessTokenSeconds: 15 * 60,
  refreshTokenSeconds: 30 * 24 * 60 * 60,
  /** For so long the browser that has used a refresh token gets the same answer again: the first may have been lost, or another tab's. */
  refreshRepeatSeconds: 30,
  /** Of what an operator gives as the reason of a ban. */
  banReasonMax: 500,
  /** Of a search over names, codes and addresses. */
  searchMax: 200,
  /** Of one value that clicks are narrowed to: a referrer is the longest. */
  filterMax: 1024,
  /** Of one question. */
  filtersMax: 20,
  /** Of one filter. */
  filterValuesMax: 50,
  /** Of all values of a question's filters together: they travel to ClickHouse in an address. */
  filterTextMax: 8192,
  listDefault: 50,
  listMax: 100,
  apiKeyNameMax: 100,
  /** API keys of one workspace that are of use. */
  apiKeysMax: 100,
  /** Revoked and expired ones that are kept beside them. */
  endedApiKeysMax: 100,
  /** For so long a command line may fetch a key that a page has made for it. */
  keyHandoverSeconds: 2 * 60,
  /** Networks that one API key is for. */
  apiKeyNetworksMax: 20,
  apiKeyRequestsPerMinuteMax: 100_000,
  /** Reports by mail of one workspace. */
  reportsMax: 20,
  /** For so long an address may agree to a report. */
  reportConfirmDays: 3,
  /** Alarms of one workspace. */
  alarmsMax: 20,
  /** Addresses of one alarm. */
  alarmEmailsMax: 5,
  /** Addresses that alarms of one workspace go to. */
  alarmAddressesMax: 20,
  /** For so long an address may agree to alarms. */
  alarmConfirmDays: 3,
  /** Below so many clicks or misses in a window no alarm fires. */
  alarmMinimumDefault: 20,
  alarmMinimumMax: 1_000_000,
  /** So many days before something expires. */
  alarmDaysBeforeDefault: 7,
  alarmDaysBeforeMax: 90,
  /** Alarms that fired, which are listed at a time, and for how many days they are kept. */
  alarmHistoryMax: 100,
  alarmHistoryDays: 90,
  /** Of a query in the SQL console. */
  sqlTextMax: 8000,
  savedQueryNameMax: 100,
  /** Of one workspace. */
  savedQueriesMax: 200,
  presetNameMax: 100,
  /** Of a saved view, in characters of the address. */
  viewQueryMax: 4000,
  /** Of each kind, of one workspace. */
  presetsMax: 200,
  utmValueMax: 200,
  /** Values that one campaign parameter may have by a workspace's rules. */
  utmAllowedMax: 200,
  /** Links that one job changes. */
  linkJobMax: 10_000,
  /** Jobs of one workspace that are not over. */
  linkJobsAtOnce: 3,
  /** For so many days a job's results are kept, and it can be undone. */
  linkJobDays: 30,
  /** Of one workspace; each job counts as a hundred links besides its own. Older ones are kept no longer. */
  linkJobResultsKept: 1_000_000,
  /** Jobs that are listed, the latest. */
  linkJobsListed: 50,
  /** Links made in one call. */
  batchMax: 1000,
  /** Of them, those with a password: each is hashed before the call is answered. */
  linkPasswordsMax: 20,
  /** Of a note at a moment of a chart. */
  noteMax: 500,
  notesPerWorkspace: 500,
  /** Verdicts of one workspace on user agents, networks and referrers. */
  ownVerdictsMax: 100,
  /** Of a part of a user agent. */
  ownVerdictMin: 3,
  ownVerdictMax: 200,
  /** Addresses and networks of one workspace whose visits are its own. */
  ownAddressesMax: 50,
  ownParameterNameMax: 40,
  ownParameterValueMin: 6,
  ownParameterValueMax: 100,
  /** Of what the page of a destination says of itself, in characters as people count them. */
  destinationTitleMax: 200,
  destinationDescriptionMax: 400,
  /** Addresses at which a page's icon is looked for. */
  destinationIconTries: 2,
  /** Bytes of an image. */
  destinationIconBytes: 32 * 1024,
  destinationPictureBytes: 256 * 1024,
  /** Images of one workspace that are kept, the latest. */
  destinationIconsMax: 2000,
  destinationPicturesMax: 500,
  /** Links whose edits one chart shows. */
  markedLinks: 5,
  /** Destinations of one workspace to which its clicks are exported. */
  /** For how many days single clicks can be kept. */
  clickRetentionMin: 30,
  clickRetentionMax: 3650,
  /** A retention that removes more begins after so many days. */
  clickRetentionDelayDays: 3,
  clickExportsMax: 5,
  clickExportNameMax: 100,
  clickExportEndpointMax: 255,
  clickExportPrefixMax: 200,
  clickExportKeyMax: 256,
  /** Files that are written again in one call. */
  clickExportRangeMax: 10_000,
  /** For so many days after it was over a period is written again when clicks have come late. */
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
  /** What a visitor of a shared page may narrow it to at a time. */
  shareFilterValues: 10,
  topList: 5,
  /** Of an account's top list: all countries fit in. */
  longTopList: 300,
  /** Bytes of all values together whose conversions are asked for: they travel to ClickHouse in an address. */
  convertedBytesMax: 60_000,
  /** Of a chart by hour, day, week or month. */
  chartPoints: 4000,
  /** Days without clicks that a chart begins with: ten years. */
  filledDays: 3653,
  clickHistoryPage: 8,
  requestTimeoutMs: 10_000,
  /** Longer header values and queries are cut before they are recorded. */
  userAgentMax: 512,
  referrerMax: 1024,
  queryMax: 1024,
  acceptLanguageMax: 256,
  hostMax: 255,
  missPathMax: 512,
  /** Of the path of a click that came by more than its code. */
  visitedPathMax: 200,
  /** So many of the languages that a visitor accepts are kept. */
  languagesMax: 4,
} as const;
