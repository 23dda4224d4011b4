/** Why a sign-in at the provider failed, passed to the log-in page as `reason`; none of it is secret. */
export const signInFailures = ["denied", "not_verified", "expired", "wrong_state", "unreachable"] as const;
export type SignInFailure = (typeof signInFailures)[number];

export function isSignInFailure(text: string | null): text is SignInFailure {
  return signInFailures.some((reason) => reason === text);
}
