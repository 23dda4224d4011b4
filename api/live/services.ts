import type { Clock } from "../calls/capabilities.ts";
import type { TokenServices } from "../identity/authenticate.ts";
import type { WatchedSessions } from "../identity/watchSession.ts";
import type { AccountClicks } from "./accountClicks.ts";
import type { StreamDoor } from "./streamDoor.ts";

/** What this feature offers to its own calls. */
export interface LiveOffer {
  readonly accountClicks: Pick<AccountClicks, "watch">;
  readonly streamDoor: StreamDoor;
}

/** All that live clicks of an account take from outside. */
export interface LiveServices extends LiveOffer, TokenServices, Clock {
  readonly revocations: WatchedSessions["revocations"];
}
