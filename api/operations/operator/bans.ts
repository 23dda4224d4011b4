import { isPlainText } from "@hoplog/schema/validation/plainText.js";
import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { users } from "../../accounts/identity/decide.ts";
import { enqueueAccountMail, notifyOwner } from "../../accounts/identity/accountMails.ts";
import { endUseOfKeys } from "../../accounts/identity/revokeAccess.ts";
import { revokeSessionsOf } from "../../accounts/identity/sessions.ts";
import { UserRow } from "../../accounts/identity/rows.ts";
import { links } from "../../links/core/decide.ts";
import { endStreamsOf } from "../../reporting/shares/openings.ts";
import { type Operator, operatorOrigin, type OperatorServices } from "./operator.ts";

/** Whether a command changed anything. Banning twice, or lifting a ban that does not exist, changes nothing. */
export type Changed = boolean;

/** Stops the link's redirects. Throws VALIDATION_ERROR on `reason`, NOT_FOUND_ERROR. */
export async function banLink(
  services: OperatorServices,
  by: Operator,
  linkId: string,
  reasonGiven: string,
): Promise<Changed> {
  const reason = parseReason(reasonGiven);
  return changeLink(services, { type: "BanLink", linkId, by, reason, at: services.now().toISOString() }, by, reason);
}

/** Restores the link to its owner's settings. Throws NOT_FOUND_ERROR. */
export async function liftLinkBan(services: OperatorServices, by: Operator, linkId: string): Promise<Changed> {
  return changeLink(services, { type: "LiftLinkBan", linkId, by, at: services.now().toISOString() }, by);
}

async function changeLink(
  services: OperatorServices,
  command: Parameters<(typeof links)["decide"]>[0],
  by: Operator,
  reason?: string,
): Promise<Changed> {
  const origin = operatorOrigin(services, by, reason);
  const events = await services.eventStore.unitOfWork((tx) =>
    services.eventStore.execute(tx, links, command.linkId, command, origin),
  );
  return events.length > 0;
}

/**
 * Ends all sessions, rejects sign-ins and API keys, and stops the redirects of all the account's links. The owner is
 * notified by email. Throws VALIDATION_ERROR on `reason`, NOT_FOUND_ERROR.
 */
export async function banAccount(
  services: OperatorServices,
  by: Operator,
  userId: string,
  reasonGiven: string,
): Promise<Changed> {
  const reason = parseReason(reasonGiven);
  return services.eventStore.unitOfWork(async (tx) => {
    const command = { type: "BanUser", userId, by, reason, at: services.now().toISOString() } as const;
    const origin = operatorOrigin(services, by, reason);
    const events = await services.eventStore.execute(tx, users, userId, command, origin);
    if (events.length === 0) return false;
    await revokeSessionsOf(services, tx, userId, "account banned");
    await endUseOfKeys(tx, userId);
    await endStreamsOf(tx, userId);
    const { email, name } = await tx.findOneOrFail(UserRow, userId, { disableIdentityMap: true });
    await enqueueAccountMail(services, tx, { kind: "account-banned", data: { userId, to: email, name, reason } });
    return true;
  });
}

/** Lifts the ban of an account: restores everything except the sessions. Throws NOT_FOUND_ERROR. */
export async function liftAccountBan(services: OperatorServices, by: Operator, userId: string): Promise<Changed> {
  return services.eventStore.unitOfWork(async (tx) => {
    const command = { type: "LiftUserBan", userId, by, at: services.now().toISOString() } as const;
    const events = await services.eventStore.execute(tx, users, userId, command, operatorOrigin(services, by));
    if (events.length === 0) return false;
    await notifyOwner(services, tx, userId, "account-ban-lifted");
    return true;
  });
}

/** Parses the reason of a ban, which the owner sees on the page and in the email. */
function parseReason(text: string): string {
  const problem = (message: string) => validationError([{ field: "reason", message }]);
  if (text.length > limits.banReasonMax) throw problem(`A reason cannot exceed ${limits.banReasonMax} characters`);
  const reason = text.trim().normalize("NFC");
  if (reason === "") throw problem("A reason is required");
  if (!isPlainText(reason)) throw problem("A reason must be one line of text");
  return reason;
}
