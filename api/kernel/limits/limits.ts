import { limits as businessLimits } from "@hoplog/schema/limits.js";
import type { Counter, OpenCounter, OpenStoredCounter, StoredCounter } from "./counter.ts";
import { type AccountRates, countersOfAccounts } from "./accountRates.ts";
import { addressKey, type CountKeys } from "./keys.ts";
import { limitSharePasswords, type SharePasswordTry } from "./sharePasswords.ts";
import { RateLimitError, type Standing } from "./rateLimitError.ts";
import type { RateName, Rates } from "./rates.ts";

/** Every method throws RateLimitError for what goes too far, and counts what doesn't. */
export interface Limits {
  /** Any request; null where nothing is counted. */
  request(address: string): Promise<Standing | null>;
  /** Any request by somebody who is signed in. */
  account(userId: string): Promise<void>;
  /** Any request with an API key that has a limit of its own. */
  apiKey(id: string, requestsPerMinute: number): Promise<Standing>;
  /** A call for an account by anybody, valid or not: before what it holds is looked at. */
  auth(address: string): Promise<void>;
  /** An attempt to log in, before the password is checked; call `succeeded` when it was right. */
  login(address: string, email: string): Promise<{ succeeded(): Promise<void> }>;
  registration(address: string, email: string): Promise<void>;
  forgotPassword(address: string, email: string): Promise<void>;
  /** A change of the e-mail address, before the new one is looked up: the answer shows whether it has an account. */
  emailChange(address: string, userId: string, email: string): Promise<void>;
  /** A question for the present password. */
  password(address: string, userId: string): Promise<{ succeeded(): Promise<void> }>;
  creation(address: string, userId: string): Promise<void>;
  /** Many at once, each counted as one; doesn't throw. */
  creations(address: string, userId: string, count: number): Promise<Granted>;
  /** An API key that one account makes. */
  keyCreation(userId: string): Promise<void>;
  /** A code that is checked, or codes that are proposed, by one account. */
  codeCheck(userId: string): Promise<void>;
  /** Passwords given to links, each counted as one; doesn't throw. */
  linkPasswords(userId: string, count: number): Promise<Granted>;
  /** A password given to a shared page, before it is checked; call `succeeded` when it was right. */
  sharePassword(address: string, shareId: string): Promise<SharePasswordTry>;
  /** SQL access given or taken away. */
  sqlAccess(userId: string): Promise<void>;
  /** A query in the SQL console. */
  sqlRun(userId: string): Promise<void>;
  /** A domain that is looked up in DNS, by one account. */
  domainCheck(userId: string): Promise<void>;
  /** A mail about a report to an address, asked for by one account. */
  report(userId: string, email: string): Promise<void>;
  /** A bucket that is tried, or files that are asked for again, by one account. */
  clickExport(userId: string): Promise<void>;
  /** A webhook that one account makes, tries, rotates or switches on again, and messages that it has sent again. */
  webhook(userId: string): Promise<void>;
  /** A lead or a sale is reported. */
  conversion(userId: string): Promise<void>;
  /** An import of links that one account begins. */
  linkImport(userId: string): Promise<void>;
  /** Whether a mail of this kind may notify the inbox of what an account has done; doesn't throw. */
  notice(email: string, kind: string): Promise<boolean>;
  /** An archive of everything; one at a time of each account. Call `ended` when the archive has left, however that went. */
  export(userId: string): Promise<{ ended(): void }>;
  /**
   * Forgets what is counted for an account that is deleted, under its id and under its e-mail addresses. What anybody
   * may try for an address, account or not, is counted on: it ends within the hour.
   */
  forgetAccount(userId: string, emails: readonly string[]): Promise<void>;
}

export interface Granted {
  /** How many of them are allowed. */
  readonly granted: number;
  /** Why no more are. */
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

/** For this long an address where an account has logged in counts as one that its owner uses. */
const knownSeconds = 90 * 24 * 60 * 60;
const slowMs = 3000;

/** Nobody knows when the other one ends. */
const oneAtATime: Standing = { allowed: false, limit: 1, remaining: 0, resetSeconds: 30 };

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
      // Guesses from everywhere at once get slower, but nobody else can use up what the owner may do.
      if (!(await known.has(pair)) && !(await loginAccount.take(account)).allowed) await pause(slowMs);
      return {
        async succeeded() {
          await login.forget(pair);
          // Many who log in from one office are no guesser.
          await loginAddress.giveBack(keys.address(address));
          await known.take(pair);
        },
      };
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
      // It brings mail to that address, as a reset link does.
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
      // The account's first: what it may not do uses up nothing of an address that others share.
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
      const forgetEmails = [login, loginAccount, known].flatMap((counter) =>
        emails.map((email) => counter.forgetAll(keys.email(email))),
      );
      const ofCalls = [password, creation, linkPassword, sqlAccess, sqlRun, domainCheck, emailChange];
      const perUser = [...ofCalls, keyCreation, report, clickExport, webhook, linkImport, conversion, exports];
      const forgetUser = perUser.map((counter) => counter.forgetAll(userId));
      await Promise.all([...forgetEmails, ...forgetUser]);
    },
  };
}

async function take(counter: Counter, key: string): Promise<Standing> {
  const standing = await counter.take(key);
  if (!standing.allowed) throw new RateLimitError(standing);
  return standing;
}

const nothing = async (): Promise<void> => {};

/** What the owners of API keys allow them. */
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

/** RATE_LIMITS=off: the installation's are off, not what an owner has set for a key. */
export const noLimits = (own: OpenCounter): Limits => ({
  request: async () => null,
  account: nothing,
  apiKey: limitOfKeys(own),
  auth: nothing,
  login: async () => ({ succeeded: nothing }),
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

/** What a command takes that counts so; each names the limits that it holds callers to. */
export interface LimitsOf<Name extends keyof Limits> {
  readonly limits: Pick<Limits, Name>;
}
