import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { Listener } from "@hoplog/platform/postgres/listener.js";
import type { Rate, RateName, Rates } from "./rates.ts";
import type { Counter } from "./counter.ts";

/** Limits counted per account, whose rate an operator may change for one account. */
export const accountLimits = [
  "apiAccount",
  "creation",
  "keyCreation",
  "codeCheck",
  "linkPassword",
  "sqlAccess",
  "sqlRun",
  "domainCheck",
  "report",
  "clickExport",
  "webhook",
  "linkImport",
  "conversion",
  "export",
] as const satisfies readonly RateName[];

export type AccountLimit = (typeof accountLimits)[number];

/** Notified when an account's limits have been changed. */
export const accountLimitsChannel = "hoplog_account_limits";

export interface AccountRates {
  /** Returns the account's own rate; undefined if no operator has set one. */
  rateOf(userId: string, limit: AccountLimit): Rate | undefined;
}

/** A stored rate of one account. */
export interface StoredLimit extends Rate {
  readonly userId: string;
  readonly name: string;
}

export interface AccountRatesSettings {
  readonly readLimits: () => Promise<readonly StoredLimit[]>;
  readonly listener: Listener;
  readonly logger: Logger;
}

/**
 * Caches in memory the few rates that operators have set, so that a request needs no query. Throws if the first read
 * fails.
 */
export async function openAccountRates({
  readLimits,
  listener,
  logger,
}: AccountRatesSettings): Promise<AccountRates & { close(): Promise<void> }> {
  let known: ReadonlyMap<string, Rate> = new Map();

  async function read(): Promise<void> {
    const rows = await readLimits();
    known = new Map(rows.map(({ userId, name, points, seconds }) => [keyOf(userId, name), { points, seconds }]));
  }

  const readAgain = (): void => {
    read().catch((error: unknown) => logger.warn({ err: error }, "could not reload the rate limits of accounts"));
  };
  const { unlisten } = await listener.listen(accountLimitsChannel, { onNotification: readAgain, onGap: readAgain });
  await read();
  return {
    rateOf: (userId, limit) => (known.size === 0 ? undefined : known.get(keyOf(userId, limit))),
    close: unlisten,
  };
}

function keyOf(userId: string, name: string): string {
  return `${userId} ${name}`;
}

/** Opens counters by account, each of which may have its own rate. */
export function countersOfAccounts({ rateOf }: AccountRates, rates: Rates) {
  return <C extends Counter>(name: AccountLimit, open: (name: string, rate: Rate) => C): C => {
    const usual = open(name, rates[name]);
    const others = new Map<string, C>();
    const counterOf = (userId: string): C => {
      const rate = rateOf(userId, name);
      if (!rate) return usual;
      const key = `${rate.points}/${rate.seconds}`;
      const known = others.get(key) ?? open(name, rate);
      others.set(key, known);
      return known;
    };
    return {
      ...usual,
      take: (userId) => counterOf(userId).take(userId),
      takeUpTo: (userId, points) => counterOf(userId).takeUpTo(userId, points),
    };
  };
}
