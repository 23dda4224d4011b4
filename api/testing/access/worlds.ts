import type { TestApi } from "../testApi.ts";
import type { Row } from "./walk.ts";
import { makeWorld, type World } from "./world.ts";

/** So many rows may add to one world: what a workspace may have of some things is little. */
const rowsOfGrown = 8;

/** Gives a row a world that no row before has changed in a way that matters to it: making one takes longer than a row. */
export interface Worlds {
  readonly of: (row: Pick<Row<never>, "call" | "changes" | "stranger">) => Promise<World>;
}

/** `adds` tells the calls that add something and change nothing that is there. */
export async function openWorlds(api: TestApi, adds: (call: string) => boolean, given?: World): Promise<Worlds> {
  const untouched = given ?? (await makeWorld(api));
  let grown: { readonly world: World; rows: number } | null = null;

  async function grownWorld(): Promise<World> {
    if (!grown || grown.rows === rowsOfGrown) grown = { world: await makeWorld(api), rows: 0 };
    grown.rows++;
    return grown.world;
  }

  return {
    async of({ call, changes, stranger }) {
      if (!changes) return untouched;
      if (adds(call)) return grownWorld();
      // A stranger whose call does nothing is the same for all.
      return stranger === "ok" ? makeWorld(api) : makeWorld(api, untouched.stranger);
    },
  };
}
