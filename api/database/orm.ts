import { Migrator } from "@mikro-orm/migrations";
import { type EntityManager, MikroORM, type Options } from "@mikro-orm/postgresql";
import { M0001EventsAndReadTables } from "./migrations/m0001_events_and_read_tables.ts";
import { M0002IdentityMailLimits } from "./migrations/m0002_identity_mail_limits.ts";
import { M0003ListsAndErasure } from "./migrations/m0003_lists_and_erasure.ts";
import { M0004SqlAccess } from "./migrations/m0004_sql_access.ts";
import { M0005MailOfAccounts } from "./migrations/m0005_mail_of_accounts.ts";
import { M0006LinkDomains } from "./migrations/m0006_link_domains.ts";
import { M0007AuditAndBans } from "./migrations/m0007_audit_and_bans.ts";

/** What queries take to ask by way of the ORM. */
export interface Database {
  readonly orm: MikroORM;
}

/** A unit of work: an entity manager with a transaction of its own. */
export type Transaction = EntityManager;

/** May add events, never change them. */
export const applicationRole = "hoplog_app";

/** Tables as the ORM knows them; each belongs to a feature. */
export type Entities = NonNullable<Options["entities"]>;

function settings(databaseUrl: string, entities: Entities): Options {
  return {
    clientUrl: databaseUrl,
    entities: [...entities],
    // Migrations need none.
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: {
      migrationsList: [
        M0001EventsAndReadTables,
        M0002IdentityMailLimits,
        M0003ListsAndErasure,
        M0004SqlAccess,
        M0005MailOfAccounts,
        M0006LinkDomains,
        M0007AuditAndBans,
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
  const orm = await MikroORM.init({ ...settings(databaseUrl, []), pool: { min: 0, max: 2 } });
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
export async function openDatabase(databaseUrl: string, entities: Entities): Promise<MikroORM> {
  return MikroORM.init({
    ...settings(databaseUrl, entities),
    driverOptions: { options: `-c role=${applicationRole}` },
  });
}
