import { z } from "zod";

const session = z.object({ user: z.object({ _id: z.string() }), tokens: z.object({ accessToken: z.string() }) });
const created = z.object({ data: z.object({ _id: z.string(), shortUrl: z.string() }) });

export interface BenchAccount {
  readonly userId: string;
  readonly token: string;
  createLink(): Promise<{ id: string; code: string }>;
}

export async function openAccount(appUrl: string): Promise<BenchAccount> {
  const person = { name: "Bench", email: "bench@example.com", contactNumber: "1", password: "correct horse battery" };
  let token = "";
  const call = async (path: string, body: object): Promise<unknown> => {
    const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(appUrl + path, { method: "POST", headers, body: JSON.stringify(body) });
    return response.json();
  };
  await call("/api/auth/register", { ...person, confirmPassword: person.password });
  const { user, tokens } = session.parse(await call("/api/auth/login", person));
  token = tokens.accessToken;
  return {
    userId: user._id,
    token,
    async createLink() {
      const { data } = created.parse(await call("/api/urls", { name: "Bench", originalUrl: "https://example.com/" }));
      return { id: data._id, code: data.shortUrl };
    },
  };
}
