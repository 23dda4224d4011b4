import type { SessionUser } from "../../core/session/SessionProvider.tsx";
import type { Tokens } from "../../core/session/tokens.ts";

export interface GoogleIdentity {
  readonly email: string;
  readonly name: string;
  readonly googleId: string;
}

/** The sign-in result in the URL of the callback page. */
export type GoogleAnswer =
  | { action: "exchange"; code: string }
  /** A session in the URL, in the format of the specification and of commit 6dbd9b43. */
  | { action: "login"; user: SessionUser; tokens: Tokens }
  | { action: "signup"; identity: GoogleIdentity }
  /** Go to the log-in page, with or without an error message. */
  | { action: "leave"; failed: boolean };

export function readGoogleAnswer(query: URLSearchParams): GoogleAnswer {
  const text = (name: string) => query.get(name) ?? "";
  if (query.get("action") === "login") {
    if (query.has("code")) return { action: "exchange", code: text("code") };
    const tokens = { accessToken: text("accessToken"), refreshToken: text("refreshToken") };
    if (tokens.accessToken === "" || tokens.refreshToken === "") return { action: "leave", failed: true };
    const user: SessionUser = {
      id: text("userId"),
      email: text("userEmail"),
      name: text("userName"),
      contactNumber: text("userContactNumber"),
      isGoogleUser: query.get("isGoogleUser") === "true",
      emailVerified: query.get("emailVerified") === "true",
    };
    return { action: "login", user, tokens };
  }
  if (query.get("action") === "signup") {
    const identity = { email: text("email"), name: text("name"), googleId: text("googleId") };
    if (Object.values(identity).every((value) => value !== "")) return { action: "signup", identity };
  }
  return { action: "leave", failed: false };
}
