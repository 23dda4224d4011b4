import type { Clock, Ids } from "../calls/capabilities.ts";
import type { Database } from "../database/orm.ts";
import type { Reads } from "../database/reads.ts";
import type { Events } from "../eventstore/eventStore.ts";
import type { LimitsOf } from "../limits/limits.ts";
import type { LinksById } from "../links/linksById.ts";

/** All that notes take from outside. */
export interface NoteServices extends Database, Reads, Events, LinksById, Clock, Ids, LimitsOf<"creation"> {}
