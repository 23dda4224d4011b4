import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { LinksById } from "../../links/core/linksById.ts";

/** All that notes take from outside. */
export interface NoteServices extends Database, Reads, Events, LinksById, Clock, Ids, LimitsOf<"creation"> {}
