import type { ClientBase } from "pg";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import { forgetImages, type FoundImage, type ImageKind, writeImage } from "./images.ts";
import type { Asked } from "./requests.ts";
import type { DueDestination } from "./queue.ts";
import type { judge } from "./verdict.ts";

/** Notes what came of a destination, in one transaction; nothing where it is gone by now. */
export async function writeAnswer(client: ClientBase, answer: Answer, { newId, now }: Clock & Ids): Promise<void> {
  const { of, outcome, facts, checked } = answer;
  const at = now();
  await client.query("BEGIN");
  try {
    const { rowCount } = await client.query("SELECT FROM destination WHERE id = $1 FOR UPDATE", [of.id]);
    if (rowCount !== 0) {
      await client.query(
        `UPDATE destination SET checked_at = $2, status = $3, problem = $4, failures = $5, failing_since = $6, dead_since = $7,
           due_at = $8, is_new = false WHERE id = $1`,
        [
          of.id,
          at,
          outcome.status,
          checked.problem,
          checked.failures,
          checked.failingSince,
          checked.deadSince,
          new Date(at.getTime() + checked.nextInMs),
        ],
      );
      if (facts) {
        const write = (kind: ImageKind, found: FoundImage | null) =>
          found && writeImage(client, { ownerId: of.ownerId, kind }, found, { newId, now: at });
        const isAll = !answer.icon?.isPutOff && !answer.picture?.isPutOff;
        const [icon, picture] = [await write("icon", answer.icon), await write("picture", answer.picture)];
        await client.query(
          "UPDATE destination SET title = $2, description = $3, icon_id = $4, picture_id = $5, fetched_at = $6 WHERE id = $1",
          [of.id, facts.title, facts.description, icon, picture, isAll ? at : null],
        );
        if ((answer.icon?.fetched.length ?? 0) > 0) await forgetImages(client, of.ownerId, "icon");
        if ((answer.picture?.fetched.length ?? 0) > 0) await forgetImages(client, of.ownerId, "picture");
      }
    }
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/** What came of one destination, to be noted. */
export interface Answer extends Asked {
  readonly of: DueDestination;
  readonly checked: ReturnType<typeof judge>;
  readonly icon: FoundImage | null;
  readonly picture: FoundImage | null;
}
