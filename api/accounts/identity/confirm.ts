import { validationError } from "@hoplog/schema/errors.js";
import { authorizeAccount } from "../../kernel/access/authorize.ts";
import { type Actor, originOf } from "../../kernel/calls/actor.ts";
import type { Clock, Ids, PasswordHashing } from "../../kernel/calls/capabilities.ts";
import type { Database, Transaction } from "../../kernel/database/orm.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import { noteConfirmed } from "../outlets/confirmed.ts";
import { enqueueAccountMail } from "./accountMails.ts";
import { spendConfirmCode } from "./confirmCode.ts";
import { parseCurrentPassword } from "./input.ts";
import { getProfile } from "./queries.ts";
import { CredentialRow } from "./rows.ts";
import { verifyPassword, wrongCurrentPassword } from "./verifyPassword.ts";

export interface Confirmation {
  readonly currentPassword?: string | null | undefined;
  /** The mailed code, only for accounts without a password. */
  readonly code?: string | null | undefined;
}

/**
 * Lets the session create outlets for ten minutes. Throws VALIDATION_ERROR on `currentPassword` or `code` for a wrong
 * one, and RATE_LIMIT_ERROR.
 */
export async function confirmSession(
  services: Database & Events & Ids & Clock & PasswordHashing & LimitsOf<"password">,
  actor: Actor,
  { currentPassword, code }: Confirmation,
): Promise<void> {
  const userId = authorizeAccount(actor, "account:write");
  const confirmed = async (tx: Transaction) => {
    await noteConfirmed(services, tx, actor.credential.id);
    const action = { action: "ConfirmSession", resource: { type: "user", id: userId } } as const;
    await services.eventStore.audit(tx, originOf(services, actor), action);
  };
  if (typeof code === "string" && !currentPassword) {
    const attempt = await services.limits.password(actor.address, userId);
    await services.eventStore.unitOfWork(async (tx) => {
      if (!(await spendConfirmCode(services, tx, userId, code))) throw wrongCode();
      await confirmed(tx);
    });
    await attempt.succeeded();
    return;
  }
  const password = parseCurrentPassword(currentPassword ?? "");
  const given = await verifyPassword(services, actor, "currentPassword", password, wrongCurrentPassword);
  await services.eventStore.unitOfWork(async (tx) => {
    await given.requireCurrent(tx);
    await confirmed(tx);
  });
}

/**
 * Emails a code to the user of an account without a password. Throws VALIDATION_ERROR if there is a password, and
 * RATE_LIMIT_ERROR.
 */
export async function sendConfirmCode(
  services: Database & Events & Ids & Clock & LimitsOf<"forgotPassword">,
  actor: Actor,
): Promise<void> {
  const userId = authorizeAccount(actor, "account:write");
  const { email } = await getProfile(services, actor);
  const hasPassword = (await services.orm.em.fork().count(CredentialRow, { userId })) > 0;
  if (hasPassword)
    throw validationError([
      { field: "currentPassword", message: "This account has a password. Enter the password instead of a code" },
    ]);
  await services.limits.forgotPassword(actor.address, email);
  await services.eventStore.unitOfWork((tx) =>
    enqueueAccountMail(services, tx, { kind: "confirm-code", data: { userId } }),
  );
}

function wrongCode() {
  return validationError([{ field: "code", message: "This code is incorrect or has expired. Request a new one" }]);
}
