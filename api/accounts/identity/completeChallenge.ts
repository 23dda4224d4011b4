import { sql } from "@hoplog/platform/postgres/sql.js";
import { authenticationError, validationError } from "@hoplog/schema/errors.js";
import { secondFactorLimits, type SecondFactorMethod } from "@hoplog/schema/secondFactor.js";
import { type Caller, originOf } from "../../kernel/calls/actor.ts";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import { execute, rowsOf } from "../../kernel/database/statements.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import { enqueueAccountMail, notifyOwner } from "./accountMails.ts";
import { findChallenge, spendChallenge, takeAttempt } from "./challenges.ts";
import { signIn } from "./commands.ts";
import { findMailedToken } from "./mailedTokens.ts";
import type { Profile } from "./queries.ts";
import { spendRecoveryCode } from "./recoveryCodes.ts";
import { UserRow } from "./rows.ts";
import { type SecondFactorServices, spendTotp, stopRemoval, wrongCode } from "./secondFactor.ts";
import type { SessionServices, Tokens } from "./sessions.ts";

export interface ChallengeAnswer {
  readonly id: string;
  readonly method: SecondFactorMethod;
  readonly code: string;
}

/**
 * Completes a sign-in with a code, and stops a requested removal of the second factor. Throws AUTHENTICATION_ERROR for a
 * challenge that is unknown, has expired or has no attempts left, VALIDATION_ERROR on `code`, and RATE_LIMIT_ERROR.
 */
export async function completeChallenge(
  services: SecondFactorServices & SessionServices,
  { id, method, code }: ChallengeAnswer,
  caller: Caller,
): Promise<{ user: Profile; tokens: Tokens }> {
  await services.limits.auth(caller.address);
  if (code.trim() === "") throw validationError([{ field: "code", message: "Enter a code" }]);
  const challenge = await takeAttempt(services, id);
  if (!challenge) throw challengeOver();
  const { userId } = challenge;
  const user = await services.orm.em.fork().findOne(UserRow, { id: userId });
  if (!user) throw challengeOver();
  const attempt = await services.limits.login(caller.address, user.email);
  const session = await services.eventStore.unitOfWork(async (tx) => {
    const isRight =
      method === "totp" ? await spendTotp(services, tx, userId, code) : await spendRecoveryCode(tx, userId, code);
    if (!isRight) throw wrongCode();
    if (!(await spendChallenge(tx, id))) throw challengeOver();
    const origin = originOf(services, { ...caller, userId, credential: { kind: challenge.method } });
    await stopRemoval(tx, userId);
    if (method === "recovery") await notifyOwner(services, tx, userId, "recovery-code-used");
    return signIn(services, tx, { userId, method: challenge.method, secondFactor: method, origin, caller });
  });
  await attempt.succeeded();
  return session;
}

/**
 * Requests the removal of a lost second factor: from `removalHours` later, the next sign-in removes it, unless the owner
 * stops that. Returns when it is due. Throws AUTHENTICATION_ERROR for an unknown or expired challenge.
 */
export async function requestRemoval(
  services: Events & Ids & Clock & Pick<SecondFactorServices, "limits">,
  id: string,
  caller: Caller,
): Promise<{ readonly removalAt: Date }> {
  await services.limits.auth(caller.address);
  return services.eventStore.unitOfWork(async (tx) => {
    const challenge = await findChallenge(services, tx, id);
    if (!challenge) throw challengeOver();
    const { userId } = challenge;
    const now = services.now();
    const due = new Date(now.getTime() + secondFactorLimits.removalHours * 60 * 60 * 1000);
    const added = await rowsOf(
      tx,
      sql`INSERT INTO totp_removal (user_id, requested_at, due_at) VALUES (${userId}, ${now}, ${due})
       ON CONFLICT DO NOTHING RETURNING user_id`,
    );
    if (added.length > 0) {
      const origin = originOf(services, { ...caller, userId, credential: { kind: challenge.method } });
      const action = { action: "RequestSecondFactorRemoval", resource: { type: "user", id: userId } } as const;
      await services.eventStore.audit(tx, origin, action);
      await enqueueAccountMail(services, tx, { kind: "second-factor-removal-asked", data: { userId } }, due);
    }
    const [removal] = await rowsOf<{ dueAt: string }>(
      tx,
      sql`SELECT due_at AS "dueAt" FROM totp_removal WHERE user_id = ${userId}`,
    );
    return { removalAt: removal ? new Date(removal.dueAt) : due };
  });
}

/** Result of opening the emailed link that stops a removal. */
export type Keeping = "kept" | "over";

/** Stops a requested removal by the emailed link, and ends no session: the link proves only the mailbox. */
export async function keepByLink(services: Events & Ids & Clock, token: string, caller: Caller): Promise<Keeping> {
  return services.eventStore.unitOfWork(async (tx) => {
    const found = await findMailedToken(services, tx, "keep second factor", token);
    if (!found) return "over";
    const { userId } = found;
    if (!(await stopRemoval(tx, userId))) return "over";
    const origin = originOf(services, { ...caller, userId, credential: { kind: "mailedLink" } });
    const action = { action: "KeepSecondFactor", resource: { type: "user", id: userId } } as const;
    await services.eventStore.audit(tx, origin, action);
    await execute(tx, sql`DELETE FROM login_challenge WHERE user_id = ${userId}`);
    return "kept";
  });
}

function challengeOver() {
  return authenticationError("This sign-in has expired. Sign in again.");
}
