export interface Rate {
  readonly points: number;
  readonly seconds: number;
}

/** The default rate of each limit. IP addresses are often shared, so their limits are higher. */
export const defaultRates = {
  /** All requests from one IP address, counted per process. */
  api: { points: 1800, seconds: 60 },
  /** All requests by one account, counted per process. */
  apiAccount: { points: 1200, seconds: 60 },
  /** Unauthenticated account calls from one IP address, before their body is parsed, counted per process. */
  auth: { points: 300, seconds: 15 * 60 },
  /** Login attempts at one account from one IP address. */
  login: { points: 10, seconds: 15 * 60 },
  loginAddress: { points: 100, seconds: 15 * 60 },
  /**
   * Login attempts at one account from IP addresses where it has never logged in. Further ones are delayed, not
   * refused.
   */
  loginAccount: { points: 50, seconds: 60 * 60 },
  /**
   * Wrong codes of the second factor of one account from IP addresses where it has never logged in, whoever enters
   * them. Three of a million codes are valid at a time: 50 guesses a day succeed in 18 years on average.
   */
  secondFactor: { points: 50, seconds: 24 * 60 * 60 },
  /** Requests to remove the second factor of one account: each sends an email. */
  secondFactorRemoval: { points: 3, seconds: 24 * 60 * 60 },
  /**
   * Registrations from one IP address, including those of known email addresses, because the response reveals that an
   * account exists.
   */
  registration: { points: 10, seconds: 60 * 60 },
  registrationDay: { points: 30, seconds: 24 * 60 * 60 },
  registrationAccount: { points: 5, seconds: 60 * 60 },
  forgotPassword: { points: 5, seconds: 15 * 60 },
  forgotPasswordAddress: { points: 30, seconds: 60 * 60 },
  forgotPasswordAccount: { points: 15, seconds: 60 * 60 },
  /** Email address changes requested by one account, including to known addresses. */
  emailChange: { points: 10, seconds: 24 * 60 * 60 },
  emailChangeAddress: { points: 20, seconds: 24 * 60 * 60 },
  /** Checks of the current password of a signed-in user. */
  password: { points: 10, seconds: 15 * 60 },
  /** Links and groups created by one account, enough for one full batch per minute. */
  creation: { points: 1000, seconds: 60 },
  creationAddress: { points: 3000, seconds: 60 },
  /** API keys created by one account: each sends an email, to an address that may be unconfirmed. */
  keyCreation: { points: 30, seconds: 60 * 60 },
  /** Checks and suggestions of codes for one account while users type; creating links reveals as much. */
  codeCheck: { points: 240, seconds: 60 },
  /** Passwords set on links by one account. Hashing one takes about 40 ms on one core. */
  linkPassword: { points: 60, seconds: 60 },
  /** Wrong passwords from one IP address: for one shared page, and for any page. */
  sharePassword: { points: 10, seconds: 15 * 60 },
  sharePasswordAddress: { points: 50, seconds: 15 * 60 },
  /**
   * Wrong passwords for one shared page: from one network, and from all addresses. Over these limits, one wrong
   * password is enough to refuse an IP address.
   */
  sharePasswordNetwork: { points: 30, seconds: 15 * 60 },
  sharePasswordShare: { points: 200, seconds: 60 * 60 },
  /** SQL access granted or revoked for one account. */
  sqlAccess: { points: 6, seconds: 60 * 60 },
  /** Queries of one account in the SQL console, successful or refused. */
  sqlRun: { points: 60, seconds: 60 },
  /** DNS lookups of domains for one account. */
  domainCheck: { points: 60, seconds: 10 * 60 },
  /** Reports that one account has requested or tested. */
  report: { points: 20, seconds: 60 * 60 },
  /** Report emails to one address, whoever requests them. */
  reportAddress: { points: 10, seconds: 24 * 60 * 60 },
  /** Bucket tests and repeated file exports of one account: each is a request to a third-party server. */
  clickExport: { points: 60, seconds: 60 * 60 },
  /** Webhooks that one account creates, tests, rotates or enables again, and messages that it sends again. */
  webhook: { points: 120, seconds: 60 * 60 },
  /** Imports started by one account; each may be half a gigabyte. */
  linkImport: { points: 30, seconds: 24 * 60 * 60 },
  /** Leads and sales reported by one account. */
  conversion: { points: 600, seconds: 60 },
  /** Emails of one kind that notify an inbox of an account's actions: the address may be unconfirmed. */
  notice: { points: 30, seconds: 60 * 60 },
  /** Exports of one account. */
  export: { points: 6, seconds: 60 * 60 },
} as const satisfies Record<string, Rate>;

export type RateName = keyof typeof defaultRates;
export type Rates = Readonly<Record<RateName, Rate>>;
