/** Reasons for a failed sign-in at the provider, passed to the login page as `reason`; none of them is secret. */
export const signInFailures = ["denied", "not_verified", "expired", "wrong_state", "unreachable"] as const;
export type SignInFailure = (typeof signInFailures)[number];

export function isSignInFailure(text: string | null): text is SignInFailure {
  return signInFailures.some((reason) => reason === text);
}
