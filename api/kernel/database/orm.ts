import { type EntityManager, MikroORM, type Options } from "@mikro-orm/postgresql";

/** The dependency of queries that use the ORM. */
export interface Database {
  readonly orm: MikroORM;
}

/** A unit of work: an entity manager with its own transaction. */
export type Transaction = EntityManager;

/** The PostgreSQL role of the application, which may append events but never change them. */
export const applicationRole = "hoplog_app";

/** ORM entities; each belongs to a feature. */
export type Entities = NonNullable<Options["entities"]>;

/** Statement timeout; the erasure of a large account is a single statement. */
const longestStatementMs = 15 * 60_000;

/** Opens the application's ORM with the role {@link applicationRole}. */
export async function openDatabase(databaseUrl: string, entities: Entities): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: databaseUrl,
    entities: [...entities],
    forceUtcTimezone: true,
    ensureDatabase: false,
    logger: () => {},
    pool: { min: 0, max: 20 },
    // The ORM ignores TLS parameters of the URL; the driver reads them.
    driverOptions: {
      connectionString: databaseUrl,
      options: `-c role=${applicationRole}`,
      // A frozen server accepts connections and never responds: without these timeouts, its callers would wait forever.
      connectionTimeoutMillis: 30_000,
      query_timeout: longestStatementMs,
      keepAlive: true,
    },
  });
}
