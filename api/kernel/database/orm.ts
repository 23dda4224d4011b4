import { type EntityManager, MikroORM, type Options } from "@mikro-orm/postgresql";

/** What queries take to use the ORM. */
export interface Database {
  readonly orm: MikroORM;
}

/** A unit of work: an entity manager with a transaction of its own. */
export type Transaction = EntityManager;

/** May add events, never change them. */
export const applicationRole = "hoplog_app";

/** Tables as the ORM knows them; each belongs to a feature. */
export type Entities = NonNullable<Options["entities"]>;

/** An erasure of a large account is one statement. */
const longestStatementMs = 15 * 60_000;

/** The application's own connection: its role may append events, never change them. */
export async function openDatabase(databaseUrl: string, entities: Entities): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: databaseUrl,
    entities: [...entities],
    forceUtcTimezone: true,
    ensureDatabase: false,
    logger: () => {},
    pool: { min: 0, max: 20 },
    // The ORM itself takes nothing of TLS from the URL; the driver does.
    driverOptions: {
      connectionString: databaseUrl,
      options: `-c role=${applicationRole}`,
      // A frozen server takes connections and says nothing: without these, what waits for it would wait for ever.
      connectionTimeoutMillis: 30_000,
      query_timeout: longestStatementMs,
      keepAlive: true,
    },
  });
}
