import type { AccountLimit, AccountRates } from "./accountRates.ts";
import type { Counter } from "./counter.ts";
import type { Rate, Rates } from "./rates.ts";

/** Opens counters whose keys are accounts, each of which may have a rate of its own. */
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
