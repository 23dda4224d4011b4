import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { Listener } from "@hoplog/platform/postgres/listener.js";
import type { Rate, RateName } from "./rates.ts";

/** Limits that count by account: an operator may give an account another one than the rest has. */
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
  /** Undefined where nobody has set one. */
  rateOf(userId: string, limit: AccountLimit): Rate | undefined;
}

/** A limit that is set, as it is stored. */
export interface StoredLimit extends Rate {
  readonly userId: string;
  readonly name: string;
}

export interface AccountRatesSettings {
  readonly readLimits: () => Promise<readonly StoredLimit[]>;
  readonly listener: Listener;
  readonly logger: Logger;
}

/** Keeps in memory what operators have set, which is little: looking costs a request nothing. Throws where it can't be read at first. */
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
    read().catch((error: unknown) => logger.warn({ err: error }, "the limits of accounts can't be read anew"));
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
