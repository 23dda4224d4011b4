import { validationError } from "@hoplog/schema/errors.js";
import { secondFactorLimits, type SecondFactorMethod } from "@hoplog/schema/secondFactor.js";
import { type Caller, originOf } from "../../kernel/calls/actor.ts";
import { notifyOwner } from "./accountMails.ts";
import { challengeOver, findChallenge, type OpenChallenge, spendChallenge, takeAttempt } from "./challenges.ts";
import { signIn } from "./commands.ts";
import { stopRemoval } from "./pendingRemoval.ts";
import type { Profile } from "./queries.ts";
import { spendRecoveryCode } from "./recoveryCodes.ts";
import { UserRow } from "./rows.ts";
import { type SecondFactorServices, spendTotp, wrongCode } from "./secondFactor.ts";
import type { SessionServices, Tokens } from "./sessions.ts";

export interface ChallengeAnswer {
  readonly id: string;
  readonly method: SecondFactorMethod;
  readonly code: string;
}

/**
 * Completes a sign-in with a code, and stops a requested removal of the second factor. Throws AUTHENTICATION_ERROR for
 * a challenge that is unknown, has expired or has no attempts left, VALIDATION_ERROR on `code`, and RATE_LIMIT_ERROR.
 */
export async function completeChallenge(
  services: SecondFactorServices & SessionServices,
  { id, method, code }: ChallengeAnswer,
  caller: Caller,
): Promise<{ user: Profile; tokens: Tokens }> {
  await services.limits.auth(caller.address);
  if (code.trim() === "") throw validationError([{ field: "code", message: "Enter a code" }]);
  const em = services.orm.em.fork();
  const challenge = await findChallenge(services, em, id);
  const user = challenge && (await em.findOne(UserRow, { id: challenge.userId }));
  if (!challenge || !user) throw challengeOver();
  const { userId } = challenge;
  const login = await services.limits.login(caller.address, user.email);
  // Recovery codes have 60 random bits, so guesses at them need no further limit.
  const codeTry = method === "totp" ? await services.limits.secondFactor(caller.address, user.email) : null;
  if (!(await takeAttempt(services, id))) throw challengeOver();
  const session = await services.eventStore.unitOfWork(async (tx) => {
    const isRight =
      method === "totp" ? await spendTotp(services, tx, userId, code) : await spendRecoveryCode(tx, userId, code);
    if (!isRight) return null;
    if (!(await spendChallenge(tx, id))) throw challengeOver();
    const origin = originOf(services, { ...caller, userId, credential: { kind: challenge.method } });
    await stopRemoval(tx, userId);
    if (method === "recovery") await notifyOwner(services, tx, userId, "recovery-code-used");
    return signIn(services, tx, { userId, method: challenge.method, secondFactor: method, origin, caller });
  });
  if (!session) {
    const wrong = codeTry?.wrong ?? 0;
    if (wrong > 0 && wrong % secondFactorLimits.wrongCodesNotified === 0)
      await reportWrongCodes(services, challenge, caller, wrong);
    throw wrongCode();
  }
  await codeTry?.succeeded();
  await login.succeeded();
  return session;
}

/** Reports to the owner and in the audit that somebody who knows the password enters wrong codes. */
async function reportWrongCodes(
  services: SecondFactorServices,
  { userId, method }: OpenChallenge,
  caller: Caller,
  count: number,
): Promise<void> {
  await services.eventStore.unitOfWork(async (tx) => {
    const origin = originOf(services, { ...caller, userId, credential: { kind: method } });
    const action = { action: "EnterWrongCodes", resource: { type: "user", id: userId } } as const;
    await services.eventStore.audit(tx, { ...origin, detail: { count } }, action);
    await notifyOwner(services, tx, userId, "second-factor-guessed");
  });
}
