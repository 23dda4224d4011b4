import type { RunningFeature } from "../../kernel/calls/feature.ts";
import {
  AccountBanRow,
  UserRow,
  CredentialRow,
  SqlAccessRow,
  SqlCredentialRow,
  RefreshTokenRow,
  SessionRow,
} from "./rows.ts";
import { mailedLinkRoutes, type MailedLinkServices } from "./mailedLinks.ts";
import { identityFaces, type IdentityServices } from "./operations.ts";
import type { Feature } from "../../kernel/calls/feature.ts";
import type { SecondFactorServices } from "./secondFactor.ts";
import { secondFactorFaces } from "./secondFactorOperations.ts";
import type { SessionServices } from "./sessions.ts";
import { projectUser } from "./project.ts";
import { type Identities, type IdentityBase, startIdentity } from "./start.ts";

/** Accounts, sign-in and sessions. */
export const identity: RunningFeature<IdentityServices & MailedLinkServices, IdentityBase, Identities> = {
  start: startIdentity,
  entities: [UserRow, CredentialRow, SessionRow, RefreshTokenRow, SqlAccessRow, SqlCredentialRow, AccountBanRow],
  projections: { user: projectUser },
  readTables: ["user_account", "sql_access", "account_ban"],
  ...identityFaces,
  routes(app, services, requireActor) {
    identityFaces.routes(app, services, requireActor);
    mailedLinkRoutes(app, services);
  },
};

/** Authenticator apps and recovery codes. */
export const secondFactors: Feature<SecondFactorServices & SessionServices> = secondFactorFaces;
