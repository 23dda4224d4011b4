import { Semaphore } from "async-mutex";

/** Of the ten connections that a client opens: the others are there for everybody else's questions. */
export const questionsAtOnce = 6;

/** Of each client, the accounts that ask just now. */
const asking = new WeakMap<object, Map<string, Semaphore>>();

/**
 * Runs a question once fewer than {@link questionsAtOnce} of the same account run. An operation may ask for hundreds of
 * figures; they wait for each other here, and not before the questions of others.
 */
export async function inAccountsTurn<T>(client: object, account: string, ask: () => Promise<T>): Promise<T> {
  const accounts = asking.get(client) ?? new Map<string, Semaphore>();
  asking.set(client, accounts);
  const turns = accounts.get(account) ?? new Semaphore(questionsAtOnce);
  accounts.set(account, turns);
  try {
    return await turns.runExclusive(ask);
  } finally {
    if (turns.getValue() === questionsAtOnce) accounts.delete(account);
  }
}
