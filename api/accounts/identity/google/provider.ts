import { plainText } from "@hoplog/schema/validation/plainText.js";
import { limits } from "@hoplog/schema/limits.js";
import type { SignInFailure } from "@hoplog/schema/signInFailures.js";
import * as oidc from "openid-client";

export interface GoogleSettings {
  /** What the button calls the provider. */
  readonly name: string;
  /** Google, or any other OpenID Connect provider. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string;
}

/** What the browser keeps while it is at the provider's. */
export interface FlowState {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** What the provider vouches for. */
export interface GoogleIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly name: string;
}

export interface GoogleSignIn {
  /** Where to send the browser, and what to keep until it is back. Throws when the provider can't be reached. */
  start(): Promise<{ url: URL; flow: FlowState }>;
  /**
   * Who came back. Throws SignInError for a refused consent, another state than the flow's and an address that the provider
   * has not verified, and other errors for everything else that doesn't fit the flow.
   */
  finish(callback: URL, flow: FlowState): Promise<GoogleIdentity>;
}

/** A failure that the log-in page can explain. */
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

  /** Reads the provider's configuration, once; again after a failure. */
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
      if (!claims) throw new Error("the provider sent no ID token");
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

/** A name that our own rules take: some accounts have none, or a very long one. */
function nameOf(name: unknown, email: string): string {
  const given = typeof name === "string" ? characters(plainText(name).trim().normalize("NFC")) : [];
  const chosen = given.length >= limits.nameMin ? given : characters(email.split("@", 1)[0] ?? "");
  return chosen.slice(0, limits.nameMax).join("").padEnd(limits.nameMin, "_");
}

function characters(text: string): string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}
