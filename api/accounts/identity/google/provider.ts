import { plainText } from "@hoplog/schema/validation/plainText.js";
import { limits } from "@hoplog/schema/limits.js";
import type { SignInFailure } from "@hoplog/schema/signInFailures.js";
import * as oidc from "openid-client";

export interface GoogleSettings {
  /** The provider's name on the button. */
  readonly name: string;
  /** Issuer URL of Google, or of any other OpenID Connect provider. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Redirect URI of the OpenID Connect flow. */
  readonly redirectUri: string;
}

/** Flow state that the browser stores in a cookie. */
export interface FlowState {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** The identity asserted by the provider. */
export interface GoogleIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly name: string;
}

export interface GoogleSignIn {
  /** Returns the authorization URL and the state to store. Throws if the provider is unreachable. */
  start(): Promise<{ url: URL; flow: FlowState }>;
  /**
   * Returns the identity after the redirect. Throws SignInError for refused consent, a wrong state or an address that
   * the provider has not verified, and other errors for everything else that doesn't match the flow.
   */
  finish(callback: URL, flow: FlowState): Promise<GoogleIdentity>;
}

/** A failure that the login page can explain. */
export class SignInError extends Error {
  override readonly name = "SignInError";
  readonly reason: SignInFailure;

  constructor(reason: SignInFailure) {
    super(reason);
    this.reason = reason;
  }
}

const timeoutSeconds = 10;

export function createGoogleSignIn(settings: GoogleSettings): GoogleSignIn {
  let configuration: Promise<oidc.Configuration> | null = null;

  /** Reads the provider's configuration once; retries after a failure. */
  function configured(): Promise<oidc.Configuration> {
    configuration ??= discover(settings).catch((error: unknown) => {
      configuration = null;
      throw error;
    });
    return configuration;
  }

  return {
    async start() {
      const config = await configured();
      const flow = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: settings.redirectUri,
        scope: "openid email profile",
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(flow.codeVerifier),
        code_challenge_method: "S256",
      });
      return { url, flow };
    },
    async finish(callback, { state, nonce, codeVerifier }) {
      if (callback.searchParams.get("state") !== state) throw new SignInError("wrong_state");
      if (callback.searchParams.get("error") === "access_denied") throw new SignInError("denied");
      const config = await configured();
      const tokens = await oidc.authorizationCodeGrant(config, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error("the sign-in provider sent no ID token");
      const vouched =
        typeof claims["email"] === "string"
          ? claims
          : await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
      const { email, email_verified: verified, name } = vouched;
      if (typeof email !== "string" || verified !== true) throw new SignInError("not_verified");
      return { issuer: claims.iss, subject: claims.sub, email, name: nameOf(name, email) };
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: GoogleSettings): Promise<oidc.Configuration> {
  const url = new URL(issuer);
  return oidc.discovery(url, clientId, clientSecret, undefined, {
    timeout: timeoutSeconds,
    execute: url.protocol === "http:" ? [oidc.allowInsecureRequests] : [],
  });
}

/** Returns a name that is valid here, because some provider accounts have none, or a very long one. */
function nameOf(name: unknown, email: string): string {
  const given = typeof name === "string" ? characters(plainText(name).trim().normalize("NFC")) : [];
  const chosen = given.length >= limits.nameMin ? given : characters(email.split("@", 1)[0] ?? "");
  return chosen.slice(0, limits.nameMax).join("").padEnd(limits.nameMin, "_");
}

function characters(text: string): string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}
