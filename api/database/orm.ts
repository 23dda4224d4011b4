import { Migrator } from "@mikro-orm/migrations";
import { type EntityManager, MikroORM, type Options } from "@mikro-orm/postgresql";
import { GroupRow } from "../groups/groupRow.ts";
import { CredentialRow } from "../identity/credentialRow.ts";
import { RefreshTokenRow, SessionRow } from "../identity/sessionRow.ts";
import { UserRow } from "../identity/userRow.ts";
import { CodeClaimRow } from "../links/codeClaimRow.ts";
import { LinkRow } from "../links/linkRow.ts";
import { MailboxRow } from "../mail/mailboxRow.ts";
import { SqlAccessRow, SqlCredentialRow } from "../sqlAccess/rows.ts";
import { M0001EventsAndReadTables } from "./migrations/m0001_events_and_read_tables.ts";
import { M0002IdentityMailLimits } from "./migrations/m0002_identity_mail_limits.ts";
import { M0003ListsAndErasure } from "./migrations/m0003_lists_and_erasure.ts";
import { M0004SqlAccess } from "./migrations/m0004_sql_access.ts";
import { M0005MailOfAccounts } from "./migrations/m0005_mail_of_accounts.ts";

/** A unit of work: an entity manager with a transaction of its own. */
export type Transaction = EntityManager;

/** May add events, never change them. */
export const applicationRole = "hoplog_app";

function settings(databaseUrl: string): Options {
  return {
    clientUrl: databaseUrl,
    entities: [
      UserRow,
      CredentialRow,
      SessionRow,
      RefreshTokenRow,
      GroupRow,
      LinkRow,
      CodeClaimRow,
      MailboxRow,
      SqlAccessRow,
      SqlCredentialRow,
    ],
    extensions: [Migrator],
    migrations: {
      migrationsList: [
        M0001EventsAndReadTables,
        M0002IdentityMailLimits,
        M0003ListsAndErasure,
        M0004SqlAccess,
        M0005MailOfAccounts,
      ],
      tableName: "api_migration",
      snapshot: false,
      snapshotOnMigrate: false,
    },
    forceUtcTimezone: true,
    ensureDatabase: false,
    logger: () => {},
    pool: { min: 0, max: 20 },
  };
}

/** Applies what is missing, under an advisory lock, so that several services may start at once. */
export async function migrateDatabase(databaseUrl: string): Promise<void> {
  const orm = await MikroORM.init({ ...settings(databaseUrl), pool: { min: 0, max: 2 } });
  try {
    await orm.em.transactional(async (em) => {
      await em.execute("SELECT pg_advisory_xact_lock(hashtext('hoplog api migration'))");
      await orm.migrator.up();
    });
  } finally {
    await orm.close();
  }
}

/** The application's own connection: its role may append events, never change them. */
export async function openDatabase(databaseUrl: string): Promise<MikroORM> {
  return MikroORM.init({ ...settings(databaseUrl), driverOptions: { options: `-c role=${applicationRole}` } });
}
