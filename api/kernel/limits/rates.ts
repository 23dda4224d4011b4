/** So many points in so many seconds. */
export interface Rate {
  readonly points: number;
  readonly seconds: number;
}

/** What each limit allows unless the settings say otherwise. Addresses are often shared: theirs are the wider ones. */
export const defaultRates = {
  /** Requests of any kind from one address, counted by each process for itself. */
  api: { points: 1800, seconds: 60 },
  /** Requests of any kind by one account, counted by each process for itself. */
  apiAccount: { points: 1200, seconds: 60 },
  /** Calls that anybody may make for an account, from one address, before anything of them is read; as above. */
  auth: { points: 300, seconds: 15 * 60 },
  /** Attempts at one account from one address. */
  login: { points: 10, seconds: 15 * 60 },
  loginAddress: { points: 100, seconds: 15 * 60 },
  /** Attempts at one account from addresses where it has never logged in. More than this only take longer. */
  loginAccount: { points: 50, seconds: 60 * 60 },
  /** Registrations from one address, those of a known e-mail address too: the answer shows that it has an account. */
  registration: { points: 10, seconds: 60 * 60 },
  registrationDay: { points: 30, seconds: 24 * 60 * 60 },
  registrationAccount: { points: 5, seconds: 60 * 60 },
  forgotPassword: { points: 5, seconds: 15 * 60 },
  forgotPasswordAddress: { points: 30, seconds: 60 * 60 },
  forgotPasswordAccount: { points: 15, seconds: 60 * 60 },
  /** Other e-mail addresses requested by one account, known ones too. */
  emailChange: { points: 10, seconds: 24 * 60 * 60 },
  emailChangeAddress: { points: 20, seconds: 24 * 60 * 60 },
  /** Questions for the present password by somebody who is signed in. */
  password: { points: 10, seconds: 15 * 60 },
  /** Links and groups made by one account: one full batch a minute. */
  creation: { points: 1000, seconds: 60 },
  creationAddress: { points: 3000, seconds: 60 },
  /** API keys made by one account: each is a mail, to an address that nobody may have confirmed. */
  keyCreation: { points: 30, seconds: 60 * 60 },
  /** Codes that one account has checked or proposed while it types: creations would tell it as much. */
  codeCheck: { points: 240, seconds: 60 },
  /** Passwords given to links by one account: each is hashed, which takes a core for some 40 ms. */
  linkPassword: { points: 60, seconds: 60 },
  /** Wrong passwords given to one shared page from one address, and from one address to any. */
  sharePassword: { points: 10, seconds: 15 * 60 },
  sharePasswordAddress: { points: 50, seconds: 15 * 60 },
  /** Those to one page from a network, and from anywhere. Over these, one wrong password is enough to refuse an address. */
  sharePasswordNetwork: { points: 30, seconds: 15 * 60 },
  sharePasswordShare: { points: 200, seconds: 60 * 60 },
  /** SQL access given to or taken from one account. */
  sqlAccess: { points: 6, seconds: 60 * 60 },
  /** Queries of one account in the SQL console, done or refused. */
  sqlRun: { points: 60, seconds: 60 },
  /** Domains that one account has looked up in DNS. */
  domainCheck: { points: 60, seconds: 10 * 60 },
  /** Reports that one account has asked for or tried. */
  report: { points: 20, seconds: 60 * 60 },
  /** The same to one e-mail address, whoever asks: each is a mail. */
  reportAddress: { points: 10, seconds: 24 * 60 * 60 },
  /** Tries of one account to reach a bucket, and files that it asks for again: each is a request to somebody else's server. */
  clickExport: { points: 60, seconds: 60 * 60 },
  /** Webhooks that one account makes, tries or rotates, and messages that it has sent again. */
  webhook: { points: 120, seconds: 60 * 60 },
  /** Imports that one account begins: each may have half a gigabyte. */
  linkImport: { points: 30, seconds: 24 * 60 * 60 },
  /** Leads and sales that one account reports. */
  conversion: { points: 600, seconds: 60 },
  /** Mails of one kind that notify an inbox of what an account has done: nobody may have confirmed its address. */
  notice: { points: 30, seconds: 60 * 60 },
  /** Archives of one account. */
  export: { points: 6, seconds: 60 * 60 },
} as const satisfies Record<string, Rate>;

export type RateName = keyof typeof defaultRates;
export type Rates = Readonly<Record<RateName, Rate>>;
