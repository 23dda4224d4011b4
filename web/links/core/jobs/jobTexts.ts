import type { LinkJobFieldsFragment } from "../../../core/graphql/generated/graphql.ts";
import { formatCount } from "../view/formatCount.ts";

type Job = LinkJobFieldsFragment;

/** Returns the verb with which a job's text begins. */
function doing({ undoes, fields, isActive }: Job): string {
  if (undoes !== null) return "Undoing";
  if (fields.includes("delete")) return "Deleting";
  if (fields.length === 1 && isActive !== null) return isActive ? "Activating" : "Deactivating";
  if (isTagging(fields)) return "Tagging";
  return fields.length === 1 && fields[0] === "groupId" ? "Moving" : "Changing";
}

function didIt({ undoes, fields, isActive }: Job): string {
  if (undoes !== null) return "set back";
  if (fields.includes("delete")) return "deleted";
  if (fields.length === 1 && isActive !== null) return isActive ? "activated" : "deactivated";
  if (isTagging(fields)) return "tagged anew";
  return fields.length === 1 && fields[0] === "groupId" ? "moved" : "changed";
}

function isTagging(fields: Job["fields"]): boolean {
  return fields.every((field) => field === "addTags" || field === "removeTags");
}

export function isOver({ state }: Job): boolean {
  return state === "done" || state === "cancelled";
}

/** Returns the number of processed links. */
export function processedCount({ done, unchanged, failed }: Job): number {
  return done + unchanged + failed;
}

/** Describes a job's progress or result. */
export function jobText(job: Job): string {
  const { total, done, unchanged, failed, state } = job;
  const urls = total === 1 ? "URL" : "URLs";
  if (!isOver(job)) return `${doing(job)} ${formatCount(total)} ${urls}: ${formatCount(processedCount(job))} done`;
  const parts = [
    `${formatCount(done)} of ${formatCount(total)} ${urls} ${didIt(job)}`,
    ...(unchanged > 0 ? [`${formatCount(unchanged)} unchanged`] : []),
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(state === "cancelled" ? ["then stopped"] : []),
  ];
  return parts.join(", ");
}
