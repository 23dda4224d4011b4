import { z } from "zod";
import { call, type TestApi, type TestUser } from "./testApi.ts";

const names = z.object({ data: z.array(z.object({ name: z.string() })) });

/** Returns the names that a search in a REST list finds, in the list's order; `list` is the path after /api/. */
export async function foundNames(api: TestApi, user: TestUser, list: string, search: string): Promise<string[]> {
  const { body } = await call(api, "GET", `/api/${list}?search=${encodeURIComponent(search)}`, { user });
  return names.parse(body).data.map(({ name }) => name);
}
