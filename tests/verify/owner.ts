import { z } from "zod";

const session = z.object({ user: z.object({ _id: z.string() }), tokens: z.object({ accessToken: z.string() }) });
const created = z.object({ data: z.object({ _id: z.string() }) });
const overview = z.object({ data: z.object({ overview: z.object({ totalClicks: z.number() }) }) });

/** An account with links in and out of groups. */
export interface Owner {
  readonly id: string;
  readonly email: string;
  readonly linkIds: readonly string[];
  /** All its clicks, bots among them, as the dashboard shows them. */
  clicks(): Promise<number>;
}

const links = 120;
const groups = 5;

export async function openOwner(appUrl: string): Promise<Owner> {
  const email = "owner@example.com";
  const person = { name: "Owner", email, contactNumber: "1", password: "correct horse battery" };
  let token = "";
  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(appUrl + path, {
      method,
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return response.json();
  }
  const make = async (path: string, body: object) => created.parse(await call("POST", path, body)).data._id;

  await call("POST", "/api/auth/register", { ...person, confirmPassword: person.password });
  const { user, tokens } = session.parse(await call("POST", "/api/auth/login", person));
  token = tokens.accessToken;
  const groupIds: string[] = [];
  for (let i = 0; i < groups; i++) groupIds.push(await make("/api/groups", { name: `Group ${i}` }));
  const linkIds: string[] = [];
  for (let i = 0; i < links; i++) {
    const groupId = i % 3 === 0 ? groupIds[i % groups] : undefined;
    linkIds.push(await make("/api/urls", { name: `Link ${i}`, originalUrl: "https://example.com/", groupId }));
  }
  return {
    id: user._id,
    email,
    linkIds,
    clicks: async () => overview.parse(await call("GET", "/api/dashboard?bots=true")).data.overview.totalClicks,
  };
}
