import { DeadlockException } from "@mikro-orm/core";
import type { MikroORM } from "@mikro-orm/postgresql";
import type { Transaction } from "../database/orm.ts";
import { StreamChanged } from "./stream.ts";

const attempts = 10;

/**
 * Runs a command in one transaction, and the whole of it again when another command was faster on the same stream.
 * `work` must therefore do nothing outside the transaction.
 */
export async function unitOfWork<T>(orm: MikroORM, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await orm.em.fork().transactional(work);
    } catch (error) {
      const clash = error instanceof StreamChanged || error instanceof DeadlockException;
      if (!clash || attempt === attempts) throw error;
    }
  }
}
