import type { Counter, OpenCounter } from "./counter.ts";
import { addressKey, emailKey } from "./keys.ts";
import { RateLimitError, type Standing } from "./rateLimitError.ts";
import type { RateName, Rates } from "./rates.ts";

/** Every method throws RateLimitError for what goes too far, and counts what doesn't. */
export interface Limits {
  /** Any request; null where nothing is counted. */
  request(address: string): Promise<Standing | null>;
  /** Any request by somebody who is signed in. */
  account(userId: string): Promise<void>;
  /** An attempt to log in, before the password is looked at; tell it when it went well. */
  login(address: string, email: string): Promise<{ succeeded(): Promise<void> }>;
  registration(address: string, email: string): Promise<void>;
  forgotPassword(address: string, email: string): Promise<void>;
  /** A question for the present password. */
  password(address: string, userId: string): Promise<{ succeeded(): Promise<void> }>;
  creation(address: string, userId: string): Promise<void>;
  /** SQL access given or taken away. */
  sqlAccess(userId: string): Promise<void>;
  /** An archive of everything; one at a time of each account. Tell it when the archive has left, however that went. */
  export(userId: string): Promise<{ ended(): void }>;
}

export interface LimitsSettings {
  readonly rates: Rates;
  readonly shared: OpenCounter;
  readonly own: OpenCounter;
  readonly pause: (ms: number) => Promise<void>;
}

/** For this long an address where an account has logged in counts as one that its owner uses. */
const knownSeconds = 90 * 24 * 60 * 60;
const slowMs = 3000;

/** Nobody knows when the other one ends. */
const oneAtATime: Standing = { allowed: false, limit: 1, remaining: 0, resetSeconds: 30 };

export function createLimits({ rates, shared, own, pause }: LimitsSettings): Limits {
  const open = (name: RateName, counters = shared): Counter => counters(name, rates[name]);
  const api = open("api", own);
  const apiAccount = open("apiAccount", own);
  const login = open("login");
  const loginAddress = open("loginAddress");
  const loginAccount = open("loginAccount");
  const known = shared("known", { points: 1_000_000, seconds: knownSeconds });
  const registration = open("registration");
  const registrationAccount = open("registrationAccount");
  const forgotPassword = open("forgotPassword");
  const forgotPasswordAddress = open("forgotPasswordAddress");
  const forgotPasswordAccount = open("forgotPasswordAccount");
  const password = open("password");
  const creation = open("creation");
  const creationAddress = open("creationAddress");
  const sqlAccess = open("sqlAccess");
  const exports = open("export");
  const exporting = new Set<string>();

  return {
    request: (address) => take(api, addressKey(address)),
    async account(userId) {
      await take(apiAccount, userId);
    },
    async login(address, email) {
      const from = addressKey(address);
      const account = emailKey(email);
      const pair = `${account}/${from}`;
      await take(loginAddress, from);
      await take(login, pair);
      // Guesses from everywhere at once get slower, but nobody else can use up what the owner may do.
      if (!(await known.has(pair)) && !(await loginAccount.take(account)).allowed) await pause(slowMs);
      return {
        async succeeded() {
          await login.forget(pair);
          await known.take(pair);
        },
      };
    },
    async registration(address, email) {
      await take(registration, addressKey(address));
      await take(registrationAccount, emailKey(email));
    },
    async forgotPassword(address, email) {
      const from = addressKey(address);
      const account = emailKey(email);
      await take(forgotPasswordAddress, from);
      await take(forgotPassword, `${account}/${from}`);
      await take(forgotPasswordAccount, account);
    },
    async password(address, userId) {
      const pair = `${userId}/${addressKey(address)}`;
      await take(password, pair);
      return { succeeded: () => password.forget(pair) };
    },
    async creation(address, userId) {
      await take(creationAddress, addressKey(address));
      await take(creation, userId);
    },
    async sqlAccess(userId) {
      await take(sqlAccess, userId);
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
  };
}

async function take(counter: Counter, key: string): Promise<Standing> {
  const standing = await counter.take(key);
  if (!standing.allowed) throw new RateLimitError(standing);
  return standing;
}

const nothing = async (): Promise<void> => {};

/** RATE_LIMITS=off. */
export const noLimits: Limits = {
  request: async () => null,
  account: nothing,
  login: async () => ({ succeeded: nothing }),
  registration: nothing,
  forgotPassword: nothing,
  password: async () => ({ succeeded: nothing }),
  creation: nothing,
  sqlAccess: nothing,
  export: async () => ({ ended: () => undefined }),
};
