import type { Outgoing } from "@hoplog/platform/outgoing/request.js";
import type { Clock, Ids, Logs } from "../../kernel/calls/capabilities.ts";
import type { SecretBox } from "../../kernel/calls/secretBox.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { Creation } from "../core/create.ts";
import type { KnownDomains } from "../core/domainOfLink.ts";
import type { ImportedLinks } from "./room.ts";
import type { LinksById } from "../core/linksById.ts";

/** The dependencies of the worker that reads and runs imports. */
export type ImportWork = Creation & Logs & ImportedLinks;

/** Access to the APIs of sources. */
export interface SourceAccess {
  readonly importRequest: Outgoing;
  readonly importSecrets: SecretBox;
  /** Whether the operator has configured own networks: sources may then use http. */
  readonly importsMayBePlain: boolean;
}

export interface ImportOffer extends SourceAccess, ImportedLinks {
  /** Notifies the workers that an import was added or changed. */
  readonly importAdded: () => void;
}

/** The dependencies of the import operations. */
export type ImportServices = Events &
  Reads &
  LinksById &
  KnownDomains &
  ClickHouse &
  Ids &
  Clock &
  LimitsOf<"linkImport"> &
  ImportOffer;
