import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { notFoundError, validationError } from "@hoplog/schema/errors.js";
import { authorize } from "../../kernel/access/authorize.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { type AccountLimit, accountLimits, accountLimitsChannel } from "../../kernel/limits/accountRates.ts";
import type { Rate } from "../../kernel/limits/rates.ts";
import { parseRate } from "../../kernel/limits/settings.ts";
import { time } from "./find.ts";
import { type Operator, operatorOrigin, type OperatorServices } from "./operator.ts";

export interface SetLimit extends Rate {
  readonly name: string;
  readonly setAt: string;
}

/** Returns the limits that operators have set for an account. */
export async function limitsOf({ orm }: OperatorServices, by: Operator, userId: string): Promise<SetLimit[]> {
  authorize(by, "limits:read", { type: "account", userId });

  return rowsOf<SetLimit>(
    orm.em.fork(),
    sql`SELECT name, points, seconds, ${raw(time("set_at"))} AS "setAt" FROM account_limit WHERE user_id = ${userId} ORDER BY name`,
  );
}

/**
 * Sets a limit of an account; `default` removes it. All API processes apply it at once. Returns whether the limit has
 * changed. Throws VALIDATION_ERROR, and NOT_FOUND_ERROR for a deleted account.
 */
export async function setLimit(
  services: OperatorServices,
  by: Operator,
  userId: string,
  { name, rate: text }: { readonly name: string; readonly rate: string },
): Promise<boolean> {
  authorize(by, "limits:write", { type: "account", userId });
  const limit = limitCalled(name);
  const rate = text === "default" ? null : rateIn(text);
  return services.eventStore.unitOfWork(async (tx) => {
    const there = await rowsOf<object>(tx, sql`SELECT FROM user_account WHERE id = ${userId} FOR KEY SHARE`);
    if (there.length === 0) throw notFoundError("User");
    const changed = rate
      ? await rowsOf<object>(
          tx,
          sql`INSERT INTO account_limit AS own (user_id, name, points, seconds, set_at)
            VALUES (${userId}, ${limit}, ${rate.points}, ${rate.seconds}, ${services.now()})
           ON CONFLICT (user_id, name) DO UPDATE SET points = excluded.points, seconds = excluded.seconds,
             set_at = excluded.set_at
             WHERE (own.points, own.seconds) <> (excluded.points, excluded.seconds) RETURNING name`,
        )
      : await rowsOf<object>(
          tx,
          sql`DELETE FROM account_limit WHERE user_id = ${userId} AND name = ${limit} RETURNING name`,
        );
    if (changed.length === 0) return false;
    await execute(tx, sql`SELECT pg_notify(${accountLimitsChannel}, '')`);
    await services.eventStore.audit(tx, operatorOrigin(services, by), {
      action: "SetAccountLimit",
      resource: { type: "user", id: userId },
      detail: { limit, rate: text },
    });
    return true;
  });
}

function limitCalled(name: string): AccountLimit {
  const found = accountLimits.find((limit) => limit === name);
  if (found) return found;
  throw validationError([{ field: "name", message: `A limit must be one of ${accountLimits.join(", ")}` }]);
}

function rateIn(text: string): Rate {
  const rate = parseRate(text);
  if (rate) return rate;
  throw validationError([{ field: "rate", message: "A rate must be a count and a time, such as 5000/1m, or default" }]);
}
