import type { TestApi } from "../testApi.ts";
import type { Row } from "./walk.ts";
import { makeWorld, type World } from "./world.ts";

/** Rows that share a world: workspaces have low limits for some things. */
const rowsOfUsed = 20;

const things = "alarms|keys|exports|notes|shares|sql/queries|presets/[a-z-]+|reports|tags|webhooks";
const types = "Alarm|ApiKey|ClickExport|Note|Share|SavedQuery|Preset|Report|Tag|Webhook";
const ofOneThing = new RegExp(
  `^(?:[A-Z]+ /api/(${things})/:id(?:/|$)|Mutation\\.(?:update|delete|revoke|renew|rotate|test|try|resend)(?:Failed)?(${types}))`,
);

/**
 * Returns which independent thing of an account a call changes; rows about others are unaffected. Null for all other
 * calls.
 */
function thingOf(call: string): string | null {
  const [, inPath, inName] = ofOneThing.exec(call) ?? [];
  return inPath ?? inName ?? null;
}

/** Calls that delete what other rows need: a session, a password, a link with everything that depends on it. */
const ending =
  /^DELETE | \/api\/(auth|keys\/handover|imports\/:id)|^Mutation\.(\w*[dD]elete|revoke|log|refreshTokens|changePassword|resetPassword|updateProfile|confirm|handOver|cancel|start|complete|updateLinkImport)/;

/** Calls that earlier rows would leave without effect, or delay. */
const same =
  /^Mutation\.(updateLink|bulkUpdateLinks|renewShare)$|^PUT \/api\/urls\/(bulk|:id)$|^POST \/api\/urls\/jobs$/;

/**
 * Provides a row with a world that no earlier row has changed in a relevant way: creating one takes longer than a row.
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
