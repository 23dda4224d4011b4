import type { Feature } from "../calls/feature.ts";
import { AccountBanRow } from "./accountBanRow.ts";
import { CredentialRow } from "./credentialRow.ts";
import { identityAnswers, identityOperations } from "./operations.ts";
import { projectUser } from "./project.ts";
import { IdentityResolvers } from "./resolvers.ts";
import { identityRoutes } from "./rest.ts";
import type { IdentityServices } from "./services.ts";
import { RefreshTokenRow, SessionRow } from "./sessionRow.ts";
import { SqlAccessRow, SqlCredentialRow } from "./sqlAccessRows.ts";
import { UserRow } from "./userRow.ts";

/** Accounts: who they are, how they sign in, and their sessions. */
export const identity: Feature<IdentityServices> = {
  entities: [UserRow, CredentialRow, SessionRow, RefreshTokenRow, SqlAccessRow, SqlCredentialRow, AccountBanRow],
  projections: { user: projectUser },
  readTables: ["user_account", "sql_access", "account_ban"],
  resolvers: [IdentityResolvers],
  routes: identityRoutes,
  operations: identityOperations,
  answers: identityAnswers,
};
