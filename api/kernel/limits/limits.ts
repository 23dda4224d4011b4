import { limits as businessLimits } from "@hoplog/schema/limits.js";
import type { Counter, OpenCounter, OpenStoredCounter, StoredCounter } from "./counter.ts";
import { type AccountRates, countersOfAccounts } from "./accountRates.ts";
import { addressKey, type CountKeys } from "./keys.ts";
import { limitSharePasswords, type SharePasswordTry } from "./sharePasswords.ts";
import { RateLimitError, type RateLimitState } from "./rateLimitError.ts";
import type { RateName, Rates } from "./rates.ts";

/**
 * Rate limits. Unless stated otherwise, each method counts a call and throws RateLimitError if it exceeds the limit.
 */
export interface Limits {
  /** Any request; null if rate limits are off. */
  request(address: string): Promise<RateLimitState | null>;
  /** Any request by a signed-in user. */
  account(userId: string): Promise<void>;
  /** Any request with an API key that has its own limit. */
  apiKey(id: string, requestsPerMinute: number): Promise<RateLimitState>;
  /** An unauthenticated call about an account, valid or not, before its body is parsed. */
  auth(address: string): Promise<void>;
  /** A login attempt, before the password is checked. */
  login(address: string, email: string): Promise<LoginTry>;
  /**
   * A code of the second factor, before it is checked. Counts only IP addresses where the account has never logged in,
   * so that nobody can use up the owner's attempts.
   */
  secondFactor(address: string, email: string): Promise<CodeTry>;
  /** A request to remove an account's second factor. */
  secondFactorRemoval(userId: string): Promise<void>;
  registration(address: string, email: string): Promise<void>;
  forgotPassword(address: string, email: string): Promise<void>;
  /**
   * A change of the email address, before the new one is looked up, because the response reveals whether it has an
   * account.
   */
  emailChange(address: string, userId: string, email: string): Promise<void>;
  /** A check of the current password. */
  password(address: string, userId: string): Promise<{ succeeded(): Promise<void> }>;
  creation(address: string, userId: string): Promise<void>;
  /** Several creations, each counted as one; doesn't throw. */
  creations(address: string, userId: string, count: number): Promise<Granted>;
  /** An API key created by one account. */
  keyCreation(userId: string): Promise<void>;
  /** A check of a short code, or a suggestion of codes, for one account. */
  codeCheck(userId: string): Promise<void>;
  /** Passwords set on links, each counted as one; doesn't throw. */
  linkPasswords(userId: string, count: number): Promise<Granted>;
  /** A password entered on a shared page, before it is checked. Call `succeeded` if it was correct. */
  sharePassword(address: string, shareId: string): Promise<SharePasswordTry>;
  /** SQL access granted or revoked. */
  sqlAccess(userId: string): Promise<void>;
  /** A query in the SQL console. */
  sqlRun(userId: string): Promise<void>;
  /** A DNS lookup of a domain for one account. */
  domainCheck(userId: string): Promise<void>;
  /** A report email to an address, requested by one account. */
  report(userId: string, email: string): Promise<void>;
  /** A bucket test, or a repeated export of files, by one account. */
  clickExport(userId: string): Promise<void>;
  /** A webhook that one account creates, tests, rotates or enables again, and messages that it sends again. */
  webhook(userId: string): Promise<void>;
  /** A reported lead or sale. */
  conversion(userId: string): Promise<void>;
  /** A link import started by one account. */
  linkImport(userId: string): Promise<void>;
  /** Returns whether another notification of this kind may be sent to the email address's inbox; doesn't throw. */
  notice(email: string, kind: string): Promise<boolean>;
  /**
   * An export of the whole account; one at a time per account. Call `ended` when the archive has been sent,
   * successfully or not.
   */
  export(userId: string): Promise<{ ended(): void }>;
  /**
   * Deletes the stored counts of a deleted account, by its id and its email addresses. Does not delete counts of an
   * inbox, such as registrations, which also exist without an account: they expire within a day.
   */
  forgetAccount(userId: string, emails: readonly string[]): Promise<void>;
}

export interface LoginTry {
  /** Must be called after a successful login. */
  succeeded(): Promise<void>;
  /** Must be called if the password was correct and a second factor is required. */
  continues(): Promise<void>;
}

export interface CodeTry {
  /** Number of wrong codes in the rate's window, including this one if it is wrong; 0 if they are not counted. */
  readonly wrong: number;
  /** Must be called if the code was correct. */
  succeeded(): Promise<void>;
}

export interface Granted {
  /** Number of creations or passwords that the limit allows. */
  readonly granted: number;
  /** The error for those over the limit, if any. */
  readonly refusal?: RateLimitError;
}

export interface LimitsSettings {
  readonly rates: Rates;
  readonly accountRates: AccountRates;
  readonly shared: OpenStoredCounter;
  readonly own: OpenCounter;
  readonly keys: CountKeys;
  readonly pause: (ms: number) => Promise<void>;
}

/** How long an IP address counts as the owner's after a login (seconds). */
const knownSeconds = 90 * 24 * 60 * 60;
const slowMs = 3000;

/** The retry time is an estimate, because the end of the running export is unknown. */
const oneAtATime: RateLimitState = { allowed: false, limit: 1, remaining: 0, resetSeconds: 30 };

export function createLimits({ rates, accountRates, shared, own, keys, pause }: LimitsSettings): Limits {
  const ofAccounts = countersOfAccounts(accountRates, rates);
  const open = (name: RateName): StoredCounter => shared(name, rates[name]);
  const api = own("api", rates.api);
  const apiAccount = ofAccounts("apiAccount", own);
  const auth = own("auth", rates.auth);
  const login = open("login");
  const loginAddress = open("loginAddress");
  const loginAccount = open("loginAccount");
  const known = shared("known", { points: 1_000_000, seconds: knownSeconds });
  const secondFactor = open("secondFactor");
  const secondFactorRemoval = open("secondFactorRemoval");
  const registration = open("registration");
  const registrationDay = open("registrationDay");
  const registrationAccount = open("registrationAccount");
  const forgotPassword = open("forgotPassword");
  const forgotPasswordAddress = open("forgotPasswordAddress");
  const forgotPasswordAccount = open("forgotPasswordAccount");
  const emailChange = open("emailChange");
  const emailChangeAddress = open("emailChangeAddress");
  const password = open("password");
  const creation = ofAccounts("creation", shared);
  const creationAddress = open("creationAddress");
  const keyCreation = ofAccounts("keyCreation", shared);
  const codeCheck = ofAccounts("codeCheck", own);
  const linkPassword = ofAccounts("linkPassword", shared);
  const sqlAccess = ofAccounts("sqlAccess", shared);
  const sqlRun = ofAccounts("sqlRun", shared);
  const domainCheck = ofAccounts("domainCheck", shared);
  const report = ofAccounts("report", shared);
  const reportAddress = open("reportAddress");
  const clickExport = ofAccounts("clickExport", shared);
  const webhook = ofAccounts("webhook", shared);
  const linkImport = ofAccounts("linkImport", shared);
  const conversion = ofAccounts("conversion", shared);
  const notice = open("notice");
  const exports = ofAccounts("export", shared);
  const exporting = new Set<string>();

  async function takeForgotPassword(address: string, email: string): Promise<void> {
    const account = keys.inbox(email);
    await take(forgotPasswordAddress, keys.address(address));
    await take(forgotPassword, keys.addressAt(account, address));
    await take(forgotPasswordAccount, account);
  }

  return {
    request: (address) => take(api, addressKey(address)),
    async account(userId) {
      await take(apiAccount, userId);
    },
    apiKey: limitOfKeys(own),
    async auth(address) {
      await take(auth, addressKey(address));
    },
    async login(address, email) {
      const account = keys.email(email);
      const pair = keys.addressAt(account, address);
      await take(loginAddress, keys.address(address));
      await take(login, pair);
      // Distributed guesses are delayed, but cannot use up the owner's attempts.
      if (!(await known.has(pair)) && !(await loginAccount.take(account)).allowed) await pause(slowMs);
      // Many logins from one office are not an attack.
      const continues = () => loginAddress.refund(keys.address(address));
      return {
        continues,
        async succeeded() {
          await login.forget(pair);
          await continues();
          await known.take(pair);
        },
      };
    },
    async secondFactor(address, email) {
      const account = keys.email(email);
      if (await known.has(keys.addressAt(account, address))) return { wrong: 0, succeeded: nothing };
      const { limit, remaining } = await take(secondFactor, account);
      return { wrong: limit - remaining, succeeded: () => secondFactor.refund(account) };
    },
    async secondFactorRemoval(userId) {
      await take(secondFactorRemoval, userId);
    },
    async registration(address, email) {
      const from = keys.address(address);
      await take(registration, from);
      await take(registrationDay, from);
      await take(registrationAccount, keys.inbox(email));
    },
    forgotPassword: takeForgotPassword,
    async emailChange(address, userId, email) {
      await take(emailChangeAddress, keys.address(address));
      await take(emailChange, userId);
      // Counts the new address too, because the change sends an email to it, like a password reset.
      await takeForgotPassword(address, email);
    },
    async password(address, userId) {
      const pair = keys.addressAt(userId, address);
      await take(password, pair);
      return { succeeded: () => password.forget(pair) };
    },
    async creation(address, userId) {
      await take(creationAddress, keys.address(address));
      await take(creation, userId);
    },
    async creations(address, userId, count) {
      // The account is counted first, because refused creations must not count against an IP address that others share.
      const ofAccount = await creation.takeUpTo(userId, count);
      const ofAddress = await creationAddress.takeUpTo(keys.address(address), ofAccount.granted);
      const { granted } = ofAddress;
      const { standing } = granted < ofAccount.granted ? ofAddress : ofAccount;
      return granted < count ? { granted, refusal: new RateLimitError(standing) } : { granted };
    },
    async codeCheck(userId) {
      await take(codeCheck, userId);
    },
    async linkPasswords(userId, count) {
      const { granted, standing } = await linkPassword.takeUpTo(userId, count);
      return granted < count ? { granted, refusal: new RateLimitError(standing) } : { granted };
    },
    sharePassword: limitSharePasswords({ open, keys, pause }),
    async sqlAccess(userId) {
      await take(sqlAccess, userId);
    },
    async sqlRun(userId) {
      await take(sqlRun, userId);
    },
    async domainCheck(userId) {
      await take(domainCheck, userId);
    },
    async report(userId, email) {
      await take(report, userId);
      await take(reportAddress, keys.inbox(email));
    },
    async clickExport(userId) {
      await take(clickExport, userId);
    },
    async keyCreation(userId) {
      await take(keyCreation, userId);
    },
    async webhook(userId) {
      await take(webhook, userId);
    },
    async conversion(userId) {
      await take(conversion, userId);
    },
    async linkImport(userId) {
      await take(linkImport, userId);
    },
    async notice(email, kind) {
      return (await notice.take(`${keys.inbox(email)}/${kind}`)).allowed;
    },
    async export(userId) {
      if (exporting.has(userId)) throw new RateLimitError(oneAtATime);
      exporting.add(userId);
      const ended = () => void exporting.delete(userId);
      await take(exports, userId).catch((error: unknown) => {
        ended();
        throw error;
      });
      return { ended };
    },
    async forgetAccount(userId, emails) {
      const forgetEmails = [login, loginAccount, known, secondFactor].flatMap((counter) =>
        emails.map((email) => counter.forgetAll(keys.email(email))),
      );
      const ofCalls = [password, creation, linkPassword, sqlAccess, sqlRun, domainCheck, emailChange];
      const perUser = [
        ...ofCalls,
        keyCreation,
        report,
        clickExport,
        webhook,
        linkImport,
        conversion,
        exports,
        secondFactorRemoval,
      ];
      const forgetUser = perUser.map((counter) => counter.forgetAll(userId));
      await Promise.all([...forgetEmails, ...forgetUser]);
    },
  };
}

async function take(counter: Counter, key: string): Promise<RateLimitState> {
  const standing = await counter.take(key);
  if (!standing.allowed) throw new RateLimitError(standing);
  return standing;
}

const nothing = async (): Promise<void> => {};

/** Creates the limit that owners set for their API keys. */
function limitOfKeys(own: OpenCounter): Limits["apiKey"] {
  const apiKey = own("apiKey", { points: businessLimits.apiKeyRequestsPerMinuteMax + 1, seconds: 60 });
  return async (id, limit) => {
    const { limit: max, remaining: left, resetSeconds } = await apiKey.take(id);
    const remaining = limit - (max - left);
    const standing = { allowed: remaining >= 0, limit, remaining: Math.max(0, remaining), resetSeconds };
    if (!standing.allowed) throw new RateLimitError(standing);
    return standing;
  };
}

/**
 * Returns limits for RATE_LIMITS=off: without the installation's limits, but with those that owners set for API keys.
 */
export const noLimits = (own: OpenCounter): Limits => ({
  request: async () => null,
  account: nothing,
  apiKey: limitOfKeys(own),
  auth: nothing,
  login: async () => ({ succeeded: nothing, continues: nothing }),
  secondFactor: async () => ({ wrong: 0, succeeded: nothing }),
  secondFactorRemoval: nothing,
  registration: nothing,
  forgotPassword: nothing,
  emailChange: nothing,
  password: async () => ({ succeeded: nothing }),
  creation: nothing,
  creations: async (_address, _userId, count) => ({ granted: count }),
  keyCreation: nothing,
  codeCheck: nothing,
  linkPasswords: async (_userId, count) => ({ granted: count }),
  sharePassword: async () => ({ isFirst: true, succeeded: nothing }),
  sqlAccess: nothing,
  sqlRun: nothing,
  domainCheck: nothing,
  report: nothing,
  clickExport: nothing,
  webhook: nothing,
  linkImport: nothing,
  conversion: nothing,
  forgetAccount: nothing,
  notice: async () => true,
  export: async () => ({ ended: () => undefined }),
});

/** The dependency of rate-limited commands; each names the limits that it checks. */
export interface LimitsOf<Name extends keyof Limits> {
  readonly limits: Pick<Limits, Name>;
}
