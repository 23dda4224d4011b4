/** Why a sign-in at the provider has failed, as the log-in page gets it in `reason`: nothing of it is secret. */
export const signInFailures = ["denied", "not_verified", "expired", "wrong_state", "unreachable"] as const;
export type SignInFailure = (typeof signInFailures)[number];

export function isSignInFailure(text: string | null): text is SignInFailure {
  return signInFailures.some((reason) => reason === text);
}
