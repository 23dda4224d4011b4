import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

/** An account at the provider. */
export interface Person {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name?: string;
}

export interface TestProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The user who signs in. */
  person: Person;
  /** Whether the user who signs in consents. */
  consents: boolean;
  close(): Promise<void>;
}

/** Starts a real OpenID Connect provider without pages: it signs in `person`, who consents if `consents` is true. */
export async function startProvider(redirectUri: string): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const test: TestProvider = {
    issuer,
    clientId: "hoplog",
    clientSecret: "a secret that the provider knows",
    person: { sub: "1", email: "someone@example.com", email_verified: true },
    consents: true,
    close: () => closeServer(server),
  };
  const provider = openProvider(test, redirectUri);
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/interaction/")) interact(provider, test, request, response).catch(fail(response));
    else void answer(request, response);
  });
  return test;
}

function openProvider(test: TestProvider, redirectUri: string): Provider {
  const people = new Map<string, Person>();
  return new Provider(test.issuer, {
    clients: [{ client_id: test.clientId, client_secret: test.clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    pkce: { required: () => true },
    // Like Google, the provider puts the claims of the scopes into the ID token.
    conformIdTokenClaims: false,
    cookies: { keys: ["a key of the test's provider"] },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    features: { devInteractions: { enabled: false } },
    findAccount(_context, sub) {
      if (test.person.sub === sub) people.set(sub, test.person);
      const person = people.get(sub);
      return person && { accountId: sub, claims: () => ({ ...person }) };
    },
  });
}

type Request = Parameters<Provider["interactionDetails"]>[0];
type Response = Parameters<Provider["interactionDetails"]>[1];

async function interact(provider: Provider, test: TestProvider, request: Request, response: Response): Promise<void> {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
  if (!test.consents) {
    await provider.interactionFinished(request, response, { error: "access_denied" });
    return;
  }
  if (prompt.name === "login") {
    await provider.interactionFinished(request, response, { login: { accountId: test.person.sub } });
    return;
  }
  const accountId = session?.accountId;
  if (accountId === undefined) throw new Error("consent was requested without a login");
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant = known ?? new provider.Grant({ accountId, clientId: String(params["client_id"]) });
  grant.addOIDCScope("openid email profile");
  await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}

function fail(response: Response) {
  return (error: unknown) => {
    response.statusCode = 500;
    response.end(String(error));
  };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
