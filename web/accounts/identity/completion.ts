import type { SessionUser } from "../../core/session/SessionProvider.tsx";
import type { Tokens } from "../../core/session/tokens.ts";

/** Reads the session from a REST response to a Google sign-in or sign-up. Throws if the response contains none. */
export function readCompletion(answer: unknown): { user: SessionUser; tokens: Tokens } {
  const { user, tokens } = objectOf(answer);
  const { _id, id, name, email, contactNumber, isGoogleUser, emailVerified } = objectOf(user);
  const { accessToken, refreshToken } = objectOf(tokens);
  return {
    user: {
      id: textOf(id ?? _id),
      name: textOf(name),
      email: textOf(email),
      contactNumber: textOf(contactNumber),
      isGoogleUser: isGoogleUser === true,
      emailVerified: emailVerified === true,
    },
    tokens: { accessToken: textOf(accessToken), refreshToken: textOf(refreshToken) },
  };
}

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw new Error("Something went wrong");
  return { ...value };
}

function textOf(value: unknown): string {
  if (typeof value !== "string" || value === "") throw new Error("Something went wrong");
  return value;
}
