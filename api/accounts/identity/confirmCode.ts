import { outletLimits } from "@hoplog/schema/outlets.js";
import type { Clock, Randomness } from "../../kernel/calls/capabilities.ts";
import type { Database, Transaction } from "../../kernel/database/orm.ts";
import { findMailedToken, issueMailedToken, type MailedToken, spendMailedTokens } from "./mailedTokens.ts";

/** Excludes characters that look alike. All 32 are equally likely, because 256 is a multiple of 32. */
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const codeLength = 8;
const codeMs = outletLimits.codeMinutes * 60 * 1000;

/** The hash includes the user's id, because two users may get the same code. */
const tokenOf = (userId: string, code: string) => `${userId} ${code.replaceAll(/[\s-]/g, "").toUpperCase()}`;

/** Creates a code of 40 random bits and stores its hash. */
export async function issueConfirmCode(services: Database & Randomness & Clock, to: MailedToken): Promise<string> {
  const code = Array.from(services.random(codeLength), (byte) => alphabet[byte % alphabet.length]).join("");
  const expiresAt = new Date(services.now().getTime() + codeMs);
  await issueMailedToken(services, "confirm session", to, expiresAt, tokenOf(to.userId, code));
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** Consumes all codes of the user and returns true if the given code is valid; otherwise returns false. */
export async function spendConfirmCode(
  services: Clock,
  tx: Transaction,
  userId: string,
  code: string,
): Promise<boolean> {
  const found = await findMailedToken(services, tx, "confirm session", tokenOf(userId, code));
  if (!found) return false;
  await spendMailedTokens(tx, userId, "confirm session");
  return true;
}
