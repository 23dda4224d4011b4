import { z } from "zod";

const person = { name: "Owner", email: "owner@example.com", contactNumber: "1", password: "correct horse battery" };
const session = z.object({ user: z.object({ _id: z.string() }), tokens: z.object({ accessToken: z.string() }) });
const made = z.object({ data: z.object({ _id: z.string(), shortUrl: z.string().optional() }) });
const overview = z.object({ data: z.object({ overview: z.object({ totalClicks: z.number() }) }) });
const history = z.object({ data: z.object({ link: z.object({ history: z.object({ at: z.string() }).array() }) }) });

export type Account = Awaited<ReturnType<typeof signIn>>;

/** Signs the one account of these tests in, or up where there is none yet. */
export async function signIn(appUrl: string) {
  let token = "";
  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(appUrl + path, {
      method,
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return response.json();
  }
  await call("POST", "/api/auth/register", { ...person, confirmPassword: person.password });
  const { user, tokens } = session.parse(await call("POST", "/api/auth/login", person));
  token = tokens.accessToken;
  return {
    id: user._id,
    email: person.email,
    call,
    async makeGroup(name: string): Promise<string> {
      return made.parse(await call("POST", "/api/groups", { name })).data._id;
    },
    async makeLink(name: string, groupId?: string): Promise<{ id: string; code: string }> {
      const { data } = made.parse(
        await call("POST", "/api/urls", { name, originalUrl: "https://example.com/before", groupId }),
      );
      return { id: data._id, code: data.shortUrl ?? "" };
    },
    /** Bots among them. */
    async clicks(): Promise<number> {
      return overview.parse(await call("GET", "/api/dashboard?bots=true")).data.overview.totalClicks;
    },
    async historyOf(linkId: string): Promise<number> {
      const query = "query ($id: UUID!) { link(id: $id) { history { at } } }";
      return history.parse(await call("POST", "/graphql", { query, variables: { id: linkId } })).data.link.history
        .length;
    },
    /** What the pages show, whole, but for the ports in short links. */
    figures: (linkIds: readonly string[]): Promise<unknown[]> =>
      Promise.all(
        [
          "/api/dashboard",
          "/api/dashboard?bots=true",
          "/api/urls?limit=100",
          "/api/groups",
          ...linkIds.flatMap((id) => [
            `/api/urls/${id}`,
            `/api/urls/${id}/stats`,
            `/api/urls/${id}/click-logs?limit=100`,
          ]),
        ].map(async (path): Promise<unknown> => {
          const answer = JSON.stringify(await call("GET", path));
          return JSON.parse(answer.replaceAll(/localhost:\d+/g, "localhost"));
        }),
      ),
  };
}
