import type { TestApi } from "../testApi.ts";
import type { Row } from "./walk.ts";
import { makeWorld, type World } from "./world.ts";

/** Maximum number of rows that share a world, because workspaces have low limits for some resources. */
const rowsOfUsed = 20;

const things = "alarms|keys|exports|notes|shares|sql/queries|presets/[a-z-]+|reports|tags|webhooks";
const types = "Alarm|ApiKey|ClickExport|Note|Share|SavedQuery|Preset|Report|Tag|Webhook";
const ofOneThing = new RegExp(
  `^(?:[A-Z]+ /api/(${things})/:id(?:/|$)|Mutation\\.(?:update|delete|revoke|renew|rotate|test|try|resend)(?:Failed)?(${types}))`,
);

/**
 * Returns the independent resource of an account that a call changes; rows about other resources are unaffected. Null
 * for all other calls.
 */
function thingOf(call: string): string | null {
  const [, inPath, inName] = ofOneThing.exec(call) ?? [];
  return inPath ?? inName ?? null;
}

/**
 * Calls that delete a resource that other rows need: a session, a password, or a link with everything that depends on
 * it.
 */
const ending =
  /^DELETE | \/api\/(auth|keys\/handover|imports\/:id)|^Mutation\.(\w*[dD]elete|revoke|log|endSession|refreshTokens|changePassword|resetPassword|updateProfile|confirm|handOver|cancel|start|complete|updateLinkImport)/;

/** Calls on which earlier rows would have an effect: they would change nothing, or be delayed. */
const same =
  /^Mutation\.(updateLink|bulkUpdateLinks|renewShare)$|^PUT \/api\/urls\/(bulk|:id)$|^POST \/api\/urls\/jobs$/;

/**
 * Provides worlds for rows. Reuses a world unless an earlier row has changed it in a relevant way, because creating one
 * takes longer than a row.
 */
export interface Worlds {
  readonly of: (row: Pick<Row<never>, "call" | "changes" | "stranger">) => Promise<World>;
}

export async function openWorlds(api: TestApi, given?: World): Promise<Worlds> {
  const untouched = given ?? (await makeWorld(api));
  let used: { readonly world: World; rows: number } | null = null;
  const changed: { readonly world: World; readonly things: Set<string> }[] = [];

  async function usedWorld(): Promise<World> {
    if (!used || used.rows === rowsOfUsed) used = { world: await makeWorld(api), rows: 0 };
    used.rows++;
    return used.world;
  }

  async function worldWith(thing: string): Promise<World> {
    let found = changed.find(({ things: all }) => !all.has(thing));
    if (!found) {
      found = { world: await makeWorld(api, untouched.stranger), things: new Set() };
      changed.push(found);
    }
    found.things.add(thing);
    return found.world;
  }

  return {
    async of({ call, changes, stranger }) {
      if (!changes) return untouched;
      if (!ending.test(call) && !same.test(call)) return usedWorld();
      const thing = stranger === "ok" ? null : thingOf(call);
      if (thing !== null) return worldWith(thing);
      // A stranger whose call has no effect can be shared.
      return stranger === "ok" ? makeWorld(api) : makeWorld(api, untouched.stranger);
    },
  };
}
