import type { RestRow } from "./restRow.ts";
import { ownOf } from "./world.ts";

const ofOwner: RestRow["request"] = ({ owner }) => ({ id: owner.job.id });

/**
 * REST calls for changes of many links in the background. Tests in api/links/jobs cover jobs of a stranger on the
 * owner's links.
 */
export const linkJobCalls: readonly RestRow[] = [
  {
    call: "POST /api/urls/jobs",
    request: ({ owner }) => ({ body: { urlIds: [owner.link.id], change: { isActive: false } } }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "POST /api/urls/jobs",
    how: "all that match, into the owner's group",
    request: ({ owner }) => ({ body: { filter: {}, change: { groupId: owner.group.id } } }),
    changes: true,
  },
  {
    call: "POST /api/urls/jobs",
    how: "those of the owner's group",
    request: ({ owner }) => ({ body: { filter: { groupId: owner.group.id }, change: { isActive: false } } }),
    stranger: "VALIDATION_ERROR",
    changes: true,
  },
  {
    call: "POST /api/urls/jobs",
    how: "one's own, by a call that changes nothing",
    request: (world, who) => ({ body: { urlIds: [ownOf(world, who).link.id], change: {} } }),
    stranger: "VALIDATION_ERROR",
    owner: "VALIDATION_ERROR",
  },
  { call: "GET /api/urls/jobs", request: () => ({}), stranger: "ok", shows: ({ job }) => job.id },
  { call: "GET /api/urls/jobs/:id", request: ofOwner, shows: ({ job }) => job.id },
  { call: "GET /api/urls/jobs/:id/results", request: ofOwner, shows: ({ link }) => link.id },
  // The call is rejected, because the job has changed nothing.
  { call: "POST /api/urls/jobs/:id/undo", request: ofOwner, owner: "VALIDATION_ERROR" },
  // The call has no effect, because the job has ended.
  { call: "POST /api/urls/jobs/:id/cancel", request: ofOwner, shows: ({ job }) => job.id },
];
