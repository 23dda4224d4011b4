import type { Outgoing } from "@hoplog/platform/outgoing/request.js";
import type { Clock, Ids, Logs } from "../calls/capabilities.ts";
import type { SecretBox } from "../calls/secretBox.ts";
import type { ClickHouse } from "../clickhouse/select.ts";
import type { Reads } from "../database/reads.ts";
import type { Events } from "../eventstore/eventStore.ts";
import type { LimitsOf } from "../limits/limits.ts";
import type { Creation } from "../links/create.ts";
import type { KnownDomains } from "../links/domainOfLink.ts";
import type { ImportedLinks } from "./room.ts";
import type { LinksById } from "../links/linksById.ts";

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
