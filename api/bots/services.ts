import type { Clock } from "../calls/capabilities.ts";
import type { ClickHouse } from "../clickhouse/select.ts";
import type { LinksById } from "../links/linksById.ts";

/** All that verdicts take from outside. */
export interface BotServices extends ClickHouse, LinksById, Clock {}
