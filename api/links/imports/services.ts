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

/** What the worker takes from outside. */
export type ImportWork = Creation & Logs & ImportedLinks;

/** Asking sources by key. */
export interface SourceAccess {
  readonly importRequest: Outgoing;
  readonly importSecrets: SecretBox;
  /** Whether the operator has named networks of his own: sources may be http then. */
  readonly importsMayBePlain: boolean;
}

export interface ImportOffer extends SourceAccess, ImportedLinks {
  /** There is an import to be worked on. */
  readonly importAdded: () => void;
}

/** All that the calls take from outside. */
export type ImportServices = Events &
  Reads &
  LinksById &
  KnownDomains &
  ClickHouse &
  Ids &
  Clock &
  LimitsOf<"linkImport"> &
  ImportOffer;
