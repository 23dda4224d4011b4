import type { ClientBase } from "pg";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import { forgetImages, type FoundImage, type ImageKind, writeImage } from "./images.ts";
import type { DestinationResult } from "./requests.ts";
import type { DueDestination } from "./queue.ts";
import type { updateHealth } from "./verdict.ts";

/** Stores the result of a check, in one transaction; has no effect if the destination was deleted. */
export async function writeAnswer(client: ClientBase, answer: Answer, { newId, now }: Clock & Ids): Promise<void> {
  const { of, outcome, facts, checked } = answer;
  const at = now();
  await client.query("BEGIN");
  try {
    const { rowCount } = await client.query(sql`SELECT FROM destination WHERE id = ${of.id} FOR UPDATE`);
    if (rowCount !== 0) {
      await client.query(
        sql`UPDATE destination SET checked_at = ${at}, status = ${outcome.status}, problem = ${checked.problem},
          failures = ${checked.failures}, failing_since = ${checked.failingSince}, dead_since = ${checked.deadSince},
           due_at = ${new Date(at.getTime() + checked.nextInMs)}, is_new = false WHERE id = ${of.id}`,
      );
      if (facts) {
        const write = (kind: ImageKind, found: FoundImage | null) =>
          found && writeImage(client, { ownerId: of.ownerId, kind }, found, { newId, now: at });
        const isAll = !answer.icon?.isPostponed && !answer.picture?.isPostponed;
        const [icon, picture] = [await write("icon", answer.icon), await write("picture", answer.picture)];
        await client.query(
          sql`UPDATE destination SET title = ${facts.title}, description = ${facts.description}, icon_id = ${icon},
            picture_id = ${picture}, fetched_at = ${isAll ? at : null} WHERE id = ${of.id}`,
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

/** The result of a check, to be stored. */
export interface Answer extends DestinationResult {
  readonly of: DueDestination;
  readonly checked: ReturnType<typeof updateHealth>;
  readonly icon: FoundImage | null;
  readonly picture: FoundImage | null;
}
