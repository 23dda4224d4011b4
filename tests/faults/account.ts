import { z } from "zod";

const session = z.object({ tokens: z.object({ accessToken: z.string() }) });
const link = z.object({ data: z.object({ _id: z.string(), shortUrl: z.string() }) });
const counted = z.object({ url: z.object({ noOfClicks: z.number().nullable() }) });
const stats = z.object({ data: z.object({ totalClicks: z.number() }) });
const log = z.object({ pagination: z.object({ total: z.number() }) });

/** An account with one link, over REST. */
export async function openAccount(appUrl: string) {
  const person = {
    name: "Load Test",
    email: "load@example.com",
    contactNumber: "1",
    password: "correct horse battery",
  };
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
  token = session.parse(await call("POST", "/api/auth/login", person)).tokens.accessToken;
  const { _id: id, shortUrl: code } = link.parse(
    await call("POST", "/api/urls", { name: "Load", originalUrl: "https://example.com/" }),
  ).data;
  return {
    code,
    /** The same number from three places: the card's view, the statistics and the log. */
    async counts(): Promise<{ card: number | null; stats: number; log: number }> {
      return {
        card: counted.parse(await call("GET", `/api/urls/${id}`)).url.noOfClicks,
        stats: stats.parse(await call("GET", `/api/urls/${id}/stats`)).data.totalClicks,
        log: log.parse(await call("GET", `/api/urls/${id}/click-logs?limit=1`)).pagination.total,
      };
    },
  };
}
