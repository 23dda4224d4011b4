import { z } from "zod";
import { openAccount } from "../running/account.ts";

const history = z.object({ data: z.object({ link: z.object({ history: z.object({ at: z.string() }).array() }) }) });

export type Owner = Awaited<ReturnType<typeof openOwner>>;

/** Opens the only account of these tests, whose data is carried across releases and stacks. */
export async function openOwner(appUrl: string) {
  const account = await openAccount(appUrl, "owner@example.com", "Owner");
  return {
    ...account,
    async historyOf(linkId: string): Promise<number> {
      const query = "query ($id: UUID!) { link(id: $id) { history { at } } }";
      return history.parse(await account.call("POST", "/graphql", { query, variables: { id: linkId } })).data.link
        .history.length;
    },
    /**
     * Returns the responses to the main pages' calls, without the ports in short links, and without growth, which
     * depends on the time of the call.
     */
    figures: (linkIds: readonly string[]): Promise<unknown[]> =>
      Promise.all(
        [
          "/api/dashboard",
          "/api/dashboard?bots=true",
          "/api/urls?limit=100&archived=include",
          "/api/tags",
          "/api/urls/jobs",
          "/api/groups",
          ...linkIds.flatMap((id) => [
            `/api/urls/${id}`,
            `/api/urls/${id}/stats`,
            `/api/urls/${id}/click-logs?limit=100`,
          ]),
        ].map(async (path): Promise<unknown> => {
          const answer = JSON.stringify(await account.call("GET", path));
          return JSON.parse(
            answer.replaceAll(/localhost:\d+/g, "localhost").replace(/"growth":\{[^}]*\}/, '"growth":{}'),
          );
        }),
      ),
  };
}
