import { z } from "zod";

const login = z.object({ tokens: z.object({ accessToken: z.string(), refreshToken: z.string() }) });
const created = z.object({ data: z.object({ _id: z.string(), shortUrl: z.string().optional() }) });

export interface Account {
  readonly email: string;
  readonly password: string;
  readonly tokens: { accessToken: string; refreshToken: string };
  createGroup(name: string): Promise<string>;
  /** Resolves with the short code. */
  createLink(link: { name: string; originalUrl: string; groupId?: string }): Promise<{ id: string; code: string }>;
}

/** Makes an account by the API, as somebody who used the product before. */
export async function openAccount(appUrl: string, email: string, name = "Ada Lovelace"): Promise<Account> {
  const password = "correct horse battery";
  async function post(path: string, body: object, token?: string): Promise<unknown> {
    const response = await fetch(appUrl + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
  await post("/api/auth/register", {
    name,
    email,
    contactNumber: "+44 20 7946 0000",
    password,
    confirmPassword: password,
  });
  const { tokens } = login.parse(await post("/api/auth/login", { email, password }));
  return {
    email,
    password,
    tokens,
    createGroup: async (groupName) =>
      created.parse(await post("/api/groups", { name: groupName }, tokens.accessToken)).data._id,
    async createLink(link) {
      const { data } = created.parse(await post("/api/urls", link, tokens.accessToken));
      return { id: data._id, code: data.shortUrl ?? "" };
    },
  };
}

/** A script for a new browser that makes it the account's. */
export function signedInScript({ tokens }: Account): string {
  return `if (!localStorage.getItem("hoplog-test")) {
    localStorage.setItem("hoplog-test", "1");
    localStorage.setItem("token", ${JSON.stringify(tokens.accessToken)});
    localStorage.setItem("refreshToken", ${JSON.stringify(tokens.refreshToken)});
  }`;
}
