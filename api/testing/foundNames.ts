import { z } from "zod";
import { call, type TestApi, type TestUser } from "./testApi.ts";

const names = z.object({ data: z.array(z.object({ name: z.string() })) });

/** The names of what a list of REST answers to a search, in its order; `list` is its path behind /api/. */
export async function foundNames(api: TestApi, user: TestUser, list: string, search: string): Promise<string[]> {
  const { body } = await call(api, "GET", `/api/${list}?search=${encodeURIComponent(search)}`, { user });
  return names.parse(body).data.map(({ name }) => name);
}
