import type { WorkspaceClicks } from "./workspaceClicks.ts";
import type { AccountStreamServices } from "./accountStreams.ts";
import type { StreamDoor } from "./streamDoor.ts";

/** What this feature offers to its own calls. */
export interface LiveOffer {
  readonly workspaceClicks: Pick<WorkspaceClicks, "watch">;
  readonly streamDoor: StreamDoor;
}

/** All that live clicks of an account take from outside. */
export interface LiveServices extends LiveOffer, AccountStreamServices {}
