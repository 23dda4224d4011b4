import { z } from "zod";

/** The REST calls that the demo sends as the demo user. */
export interface DemoApi {
  /** Creates the account unless it exists. */
  signUp(user: { name: string; email: string; contactNumber: string; password: string }): Promise<void>;
  logIn(email: string, password: string): Promise<{ userId: string; token: string }>;
  createGroup(token: string, name: string): Promise<string>;
  /** `link` may include further options. */
  createLink(token: string, link: { name: string; originalUrl: string; groupId: string | null }): Promise<string>;
  /** Returns the click counts, including bots, of up to 100 links; null for a count if ClickHouse is unreachable. */
  counts(token: string): Promise<(number | null)[]>;
}

const created = z.object({ data: z.object({ _id: z.string() }) });
const session = z.object({ user: z.object({ _id: z.string() }), tokens: z.object({ accessToken: z.string() }) });
const list = z.object({ data: z.array(z.object({ noOfClicks: z.number().nullable() })) });
const failure = z.object({ message: z.string() });

/** Creates the calls, which throw an Error with the server's message when they fail. */
export function demoApi(appUrl: string): DemoApi {
  async function call(method: string, path: string, body?: object, token?: string) {
    const response = await fetch(appUrl + path, {
      method,
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, answer: await response.json() };
  }
  async function must(method: string, path: string, body?: object, token?: string) {
    const { status, answer } = await call(method, path, body, token);
    if (status < 300) return answer;
    const reason = failure.safeParse(answer);
    throw new Error(
      `${method} ${path} failed with status ${status}: ${reason.success ? reason.data.message : "no reason given"}`,
    );
  }
  return {
    async signUp(user) {
      const { status } = await call("POST", "/api/auth/register", { ...user, confirmPassword: user.password });
      if (status !== 201 && status !== 409) throw new Error(`the demo account could not be created (status ${status})`);
    },
    async logIn(email, password) {
      const { user, tokens } = session.parse(await must("POST", "/api/auth/login", { email, password }));
      return { userId: user._id, token: tokens.accessToken };
    },
    createGroup: async (token, name) => created.parse(await must("POST", "/api/groups", { name }, token)).data._id,
    createLink: async (token, link) => created.parse(await must("POST", "/api/urls", link, token)).data._id,
    counts: async (token) =>
      list
        .parse(await must("GET", "/api/urls?limit=100&bots=true", undefined, token))
        .data.map(({ noOfClicks }) => noOfClicks),
  };
}
