import type { Clock } from "../../../kernel/calls/capabilities.ts";
import type { RunningFeature } from "../../../kernel/calls/feature.ts";
import { createGoogleSignIn, type GoogleSettings } from "./provider.ts";
import { googleRoutes, type GoogleServices, type SignIn } from "./rest.ts";
import { createSignedCookies } from "../signedCookies.ts";

export interface GoogleBase extends Clock {
  readonly settings: { readonly google: GoogleSettings | null; readonly TOKEN_SECRET: string };
}

/** Signing in with Google. */
export const google: RunningFeature<GoogleServices, GoogleBase, SignIn> = {
  routes: googleRoutes,
  start: ({ settings, now }) => ({
    services: {
      google: settings.google && createGoogleSignIn(settings.google),
      signedCookies: createSignedCookies(settings.TOKEN_SECRET, now),
    },
  }),
};
