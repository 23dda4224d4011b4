import { HoplogError } from "@hoplog/schema/errors.js";
import { secondFactorMethods } from "@hoplog/schema/secondFactor.js";
import { z } from "zod";
import { answer, count, etag, instant, message, recordId, undocumented } from "../../kernel/contract/answerPieces.ts";
import type { Caller } from "../../kernel/calls/actor.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import type { Tag } from "../../kernel/calls/operation.ts";
import { type Answered, one } from "../../kernel/contract/answers.ts";
import { entity, part } from "../../kernel/contract/entity.ts";
import { graphqlTypeOf } from "../../kernel/contract/graphqlTypes.ts";
import type { SignInOutcome } from "./commands.ts";
import type { SecondFactor, TotpSecret } from "./secondFactor.ts";
import { type Profile, profileSettings } from "./queries.ts";
import type { OpenSession } from "./openSessions.ts";
import type { Tokens } from "./sessions.ts";

export const accountTag: Tag = {
  name: "Account",
  description: "Registration, sessions and the user's own account",
};

/** An account as its owner sees it. */
const user = entity<Profile>()({
  name: "User",
  description: "The user who owns an account",
  fields: {
    id: recordId.describe("ID of the user"),
    // Pages read `id` after a sign-in, all other clients read `_id`; REST responses contain both.
    idOfPages: recordId.meta(undocumented),
    name: z.string().describe("Name of the user"),
    email: z.string().describe("Email address to sign in with"),
    pendingEmail: z
      .string()
      .nullable()
      .describe("New email address that is not confirmed yet; null if no change is pending"),
    contactNumber: z.string().describe("Contact phone number"),
    isGoogleUser: z.boolean().describe("Whether the account has a linked Google account"),
    emailVerified: z.boolean().describe("Whether the email address is confirmed"),
    hasSecondFactor: z.boolean().describe("Whether a sign-in requires a code of an authenticator app"),
    secondFactorRemovalAt: instant
      .nullable()
      .describe("Time from which a sign-in removes the second factor; null unless its removal was requested"),
    createdAt: instant.describe("Creation time"),
    lastLogin: instant.nullable().describe("Time of the last sign-in; null if there was none"),
    etag,
  },
  computed: { idOfPages: ({ id }) => id, etag: (profile) => etagOfSettings(profileSettings(profile)) },
  restNames: { idOfPages: "id" },
  only: { idOfPages: "rest", etag: "graphql" },
});

const tokens = part("Tokens", "The access and refresh tokens of a session", {
  accessToken: z.string().describe("Access token, to be sent in the header `Authorization` as `Bearer <token>`"),
  refreshToken: z.string().describe("Refresh token, which is exchanged for new tokens and works once"),
  expiresIn: count.describe("Seconds until the access token expires"),
  refreshExpiresIn: count.describe("Seconds until the refresh token expires"),
});

const session = part("Session", "A new session with its user and tokens", {
  user: user.answer.describe("The user who signed in"),
  tokens: tokens.describe("The tokens of the session"),
});

/** The account; some clients read it as `user`. */
export const userAnswer = one(user, { message: message.optional(), also: "user" });

/** A session with its user. */
export const sessionAnswer = {
  name: "SessionAnswer",
  schema: answer({ message, user: user.answer, tokens }),
  graphql: graphqlTypeOf(session),
  resolvers: user.resolvers,
  async toBody(services: unknown, _caller: Caller, opened: { readonly user: Profile; readonly tokens: Tokens }) {
    const [shown] = await user.toRest(services, null, [opened.user]);
    return { user: shown, tokens: opened.tokens };
  },
};

const challenge = z
  .object({
    id: z.string().describe("Secret of the sign-in, to be sent with the code"),
    methods: z.array(z.enum(secondFactorMethods)).describe("Kinds of codes that the account has"),
    expiresIn: count.describe("Seconds until the challenge expires"),
  })
  .describe(
    "Returned instead of `user` and `tokens` if the account has a second factor; send a code to `POST /api/auth/challenge`",
  );

/** A new session, or a challenge. GraphQL reports a challenge as an error, because its session cannot be null. */
export const signInAnswer = {
  name: "SignInAnswer",
  schema: answer({ message, user: user.answer.optional(), tokens: tokens.optional(), challenge: challenge.optional() }),
  graphql: sessionAnswer.graphql,
  resolvers: user.resolvers,
  toGraphql(outcome: SignInOutcome) {
    if (!("challenge" in outcome)) return outcome;
    const { challenge: waiting } = outcome;
    throw new HoplogError("AUTHENTICATION_ERROR", challengeText, { challenge: waiting });
  },
  toBody: async (services: unknown, caller: Caller, outcome: SignInOutcome) =>
    "challenge" in outcome ? { challenge: outcome.challenge } : sessionAnswer.toBody(services, caller, outcome),
};

/** Message of a sign-in that waits for the second factor. */
export const challengeText = "Enter the code of your second factor.";

export function signInText(outcome: SignInOutcome): string {
  return "challenge" in outcome ? challengeText : "Login successful!";
}

/** The state of the second factor as its user sees it. */
export const secondFactor = entity<SecondFactor>()({
  name: "SecondFactor",
  description: "The second factor of an account: an authenticator app and recovery codes",
  fields: {
    isEnabled: z.boolean().describe("Whether a sign-in requires a code"),
    enabledAt: instant.nullable().describe("Time when the second factor was turned on; null if it is off"),
    recoveryCodesLeft: count.describe("Number of unused recovery codes"),
    removalAt: instant
      .nullable()
      .describe("Time from which a sign-in removes the second factor; null unless its removal was requested"),
  },
  computed: {},
});

/** The secret for an authenticator app. */
export const totpSecret = entity<TotpSecret>()({
  name: "TotpSecret",
  description: "A secret for an authenticator app, which is returned only once",
  fields: {
    secret: z.string().describe("Secret in base32, to be typed into an app"),
    uri: z.string().describe("URI that apps read from a QR code (`otpauth://totp/…`)"),
  },
  computed: {},
});

/** An open session as its user sees it. */
export const openSession = entity<OpenSession>()({
  name: "OpenSession",
  description: "A session of the user that has not ended",
  fields: {
    id: recordId.describe("ID of the session"),
    device: z
      .string()
      .nullable()
      .describe("Operating system and type of the device, such as `Windows computer`; null if unknown"),
    browser: z.string().nullable().describe("Name of the browser or program; null if unknown"),
    place: z.string().nullable().describe("City and country of the IP address at sign-in, in English; null if unknown"),
    createdAt: instant.describe("Time of the sign-in"),
    lastUsedAt: instant.describe("Time when the tokens of the session were last renewed"),
    isCurrent: z.boolean().describe("Whether this is the session of the call"),
  },
  computed: {},
});

/** The new tokens of a session. */
export const tokensAnswer: Answered<unknown, Tokens, Caller> = {
  name: "TokensAnswer",
  schema: answer({ tokens }),
  graphql: graphqlTypeOf(tokens),
  resolvers: [],
  toBody: async (_services, _caller, renewed) => ({ tokens: renewed }),
};
