import { z } from "zod";

const session = z.object({
  user: z.object({ _id: z.string() }),
  tokens: z.object({ accessToken: z.string(), refreshToken: z.string() }),
});
const created = z.object({ data: z.object({ _id: z.string(), shortUrl: z.string().optional() }) });
const overview = z.object({ data: z.object({ overview: z.object({ totalClicks: z.number() }) }) });

const password = "correct horse battery";

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly tokens: { readonly accessToken: string; readonly refreshToken: string };
  /** Sends a REST or GraphQL call in the account's session. Rejects unless it succeeds. */
  call(method: string, path: string, body?: object): Promise<unknown>;
  /** Resolves with the id of the new group. */
  createGroup(name: string): Promise<string>;
  /** `options` are the link's further fields in the request. */
  createLink(
    link: { name: string; originalUrl?: string; groupId?: string | undefined },
    options?: object,
  ): Promise<AccountLink>;
  /** Returns the number of all clicks including bots, as shown on the dashboard. */
  clicks(): Promise<number>;
}

export interface AccountLink {
  readonly id: string;
  readonly code: string;
}

/** Logs in to an account of a running stack over REST; registers it first if its email address is unknown. */
export async function openAccount(appUrl: string, email: string, name = "Ada Lovelace"): Promise<Account> {
  let token = "";
  async function send(method: string, path: string, body?: object): Promise<Response> {
    return fetch(appUrl + path, {
      method,
      headers: {
        ...(body && { "content-type": "application/json" }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }
  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await send(method, path, body);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
  const registration = { name, email, contactNumber: "+44 20 7946 0000", password, confirmPassword: password };
  const { status } = await send("POST", "/api/auth/register", registration);
  if (status !== 201 && status !== 409)
    throw new Error(`the registration of the test account returned status ${status}`);
  const { user, tokens } = session.parse(await call("POST", "/api/auth/login", { email, password }));
  token = tokens.accessToken;
  return {
    id: user._id,
    email,
    password,
    tokens,
    call,
    createGroup: async (groupName) => created.parse(await call("POST", "/api/groups", { name: groupName })).data._id,
    async createLink({ originalUrl = "https://example.com/", ...link }, options = {}) {
      const { data } = created.parse(await call("POST", "/api/urls", { originalUrl, ...link, ...options }));
      return { id: data._id, code: data.shortUrl ?? "" };
    },
    clicks: async () => overview.parse(await call("GET", "/api/dashboard?bots=true")).data.overview.totalClicks,
  };
}

/** Returns a script that signs a new browser in as the account. */
export function signedInScript({ tokens }: Account): string {
  return `if (!localStorage.getItem("hoplog-test")) {
    localStorage.setItem("hoplog-test", "1");
    localStorage.setItem("token", ${JSON.stringify(tokens.accessToken)});
    localStorage.setItem("refreshToken", ${JSON.stringify(tokens.refreshToken)});
  }`;
}
