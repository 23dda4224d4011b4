import type { Clock } from "../../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../../clicks/clickhouse/select.ts";
import type { LinksById } from "../../../links/core/linksById.ts";

/** All that verdicts take from outside. */
export interface BotServices extends ClickHouse, LinksById, Clock {}
