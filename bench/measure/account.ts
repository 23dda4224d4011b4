import { z } from "zod";

const session = z.object({ user: z.object({ _id: z.string() }), tokens: z.object({ accessToken: z.string() }) });
const link = z.object({ _id: z.string(), shortUrl: z.string() });
const created = z.object({ data: link });
const createdMany = z.object({ data: z.array(z.object({ url: link })) });

export interface BenchLink {
  readonly id: string;
  readonly code: string;
}

export interface BenchAccount {
  readonly userId: string;
  readonly token: string;
  createLink(): Promise<BenchLink>;
  /** Creates at most 1,000 links. */
  createLinks(count: number): Promise<BenchLink[]>;
}

export async function openAccount(appUrl: string): Promise<BenchAccount> {
  const login = { email: "bench@example.com", password: "correct horse battery" };
  let token = "";
  const call = async (path: string, body: object): Promise<unknown> => {
    const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(appUrl + path, { method: "POST", headers, body: JSON.stringify(body) });
    return response.json();
  };
  const person = { name: "Bench", contactNumber: "1", confirmPassword: login.password };
  await call("/api/auth/register", { ...person, ...login });
  const { user, tokens } = session.parse(await call("/api/auth/login", login));
  token = tokens.accessToken;
  return {
    userId: user._id,
    token,
    async createLink() {
      const { data } = created.parse(await call("/api/urls", { name: "Bench", originalUrl: "https://example.com/" }));
      return { id: data._id, code: data.shortUrl };
    },
    async createLinks(count) {
      const urls = Array.from({ length: count }, (_, i) => ({
        name: `Bench ${i}`,
        originalUrl: `https://example.com/${i}`,
      }));
      const { data } = createdMany.parse(await call("/api/urls/batch", { urls }));
      return data.map(({ url }) => ({ id: url._id, code: url.shortUrl }));
    },
  };
}
