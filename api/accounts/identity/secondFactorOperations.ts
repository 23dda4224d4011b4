import { secondFactorLimits } from "@hoplog/schema/secondFactor.js";
import { z } from "zod";
import { instant } from "../../kernel/contract/answerPieces.ts";
import { one, success, value } from "../../kernel/contract/answers.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { text } from "../../kernel/contract/parse.ts";
import { completeChallenge } from "./completeChallenge.ts";
import { keepSecondFactor, requestRemoval } from "./removal.ts";
import {
  confirmTotp,
  disableTotp,
  getSecondFactor,
  replaceRecoveryCodes,
  type SecondFactorServices,
  startTotp,
} from "./secondFactor.ts";
import type { SessionServices } from "./sessions.ts";
import { accountTag, secondFactor, sessionAnswer, totpSecret } from "./shown.ts";

const weight = { cost: 500 };

const secondFactorMethod = enumeration("SecondFactorMethod", "Kind of a code of the second factor", {
  totp: "A code of the authenticator app",
  recovery: "A recovery code",
});
const recoveryCodes = value("RecoveryCodesAnswer", "recoveryCodes", z.array(z.string()));

const { query, mutation, publicMutation } = operationsOn<SecondFactorServices & SessionServices>(accountTag);

/** The operations on second factors. */
export const secondFactorFaces = facesOf([
  publicMutation({
    name: "completeChallenge",
    rest: "POST /api/auth/challenge",
    summary: "Complete a sign-in with a code",
    description: `Takes a code of the authenticator app, or a recovery code. No code works twice. A challenge allows ${secondFactorLimits.attempts} attempts within ${secondFactorLimits.challengeSeconds / 60} minutes; then sign in again. Success also stops a requested removal of the second factor.`,
    takes: {
      id: text.describe("The `id` of the challenge"),
      method: secondFactorMethod.describe("Kind of the code"),
      code: text.describe("The code; spaces and hyphens are ignored"),
    },
    example: { id: "the id of the challenge", method: "totp", code: "123456" },
    answer: sessionAnswer,
    message: "Login successful!",
    weight,
    failures: [400],
    run: (services, caller, given) => completeChallenge(services, given, caller),
  }),
  publicMutation({
    name: "requestSecondFactorRemoval",
    rest: "POST /api/auth/challenge/recover",
    summary: "Request the removal of a lost second factor",
    description: `An email announces the removal to the owner. The first sign-in that is at least ${secondFactorLimits.removalHours} hours after this email removes the second factor. Until then, the owner can stop the removal by opening the link in the email, by a call in any session, by signing in with a code, or by setting a new password. If no sign-in uses the removal in the ${secondFactorLimits.removalLapseDays} days after that, it lapses. Requires an open challenge, which proves the password.`,
    takes: { id: text.describe("The `id` of the challenge") },
    answer: value("SecondFactorRemovalAnswer", "removalAt", instant),
    message: "The second factor will be removed",
    failures: [400],
    run: async (services, caller, { id }) => (await requestRemoval(services, id, caller)).removalAt.toISOString(),
  }),
  query({
    name: "secondFactor",
    id: "getSecondFactor",
    rest: "GET /api/auth/totp",
    summary: "Get the state of the second factor",
    description: "The secret and the recovery codes are not returned.",
    needs: ["account:read"],
    takes: {},
    answer: one(secondFactor, { message: null }),
    failures: [],
    run: getSecondFactor,
  }),
  mutation({
    name: "startTotp",
    rest: "POST /api/auth/totp",
    summary: "Create a secret for an authenticator app",
    description: `The second factor is turned on when a code of the app is confirmed within ${secondFactorLimits.setUpMinutes} minutes. Another call replaces a secret that has not been confirmed.`,
    needs: ["account:write"],
    secret: true,
    takes: { currentPassword: text.describe("Current password") },
    example: { currentPassword: "correct horse battery" },
    answer: one(totpSecret),
    message: "Secret created. It is shown only once.",
    weight,
    failures: [400, 409],
    run: (services, actor, { currentPassword: given }) => startTotp(services, actor, given),
  }),
  mutation({
    name: "confirmTotp",
    rest: "POST /api/auth/totp/confirm",
    summary: "Turn the second factor on",
    description: `Returns ${secondFactorLimits.recoveryCodes} recovery codes, each of which replaces one code of the app.`,
    needs: ["account:write"],
    secret: true,
    takes: { code: text.describe("Code of the authenticator app") },
    example: { code: "123456" },
    answer: recoveryCodes,
    message: "Second factor turned on",
    failures: [400],
    run: (services, actor, { code }) => confirmTotp(services, actor, code),
  }),
  mutation({
    name: "replaceRecoveryCodes",
    rest: "POST /api/auth/totp/recovery-codes",
    summary: "Replace the recovery codes",
    description: "Returns new recovery codes; earlier ones no longer work.",
    needs: ["account:write"],
    secret: true,
    takes: {
      currentPassword: text.describe("Current password"),
      code: text.describe("Code of the authenticator app"),
    },
    example: { currentPassword: "correct horse battery", code: "123456" },
    answer: recoveryCodes,
    message: "Recovery codes replaced",
    weight,
    failures: [400],
    run: replaceRecoveryCodes,
  }),
  mutation({
    name: "disableTotp",
    rest: "DELETE /api/auth/totp",
    summary: "Turn the second factor off",
    description: "Requires the password, and either a code of the authenticator app or a recovery code.",
    needs: ["account:write"],
    takes: {
      currentPassword: text.describe("Current password"),
      code: text.describe("Code of the authenticator app, or a recovery code"),
    },
    example: { currentPassword: "correct horse battery", code: "123456" },
    answer: success,
    message: "Second factor turned off",
    weight,
    failures: [400],
    run: disableTotp,
  }),
  mutation({
    name: "keepSecondFactor",
    rest: "POST /api/auth/totp/keep",
    summary: "Stop the removal of the second factor",
    description: "Has no effect if no removal was requested.",
    needs: ["account:write"],
    takes: {},
    answer: success,
    message: "The second factor stays on",
    failures: [400],
    run: keepSecondFactor,
  }),
]);
