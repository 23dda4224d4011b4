import { z } from "zod";

type Rows = (query: string) => Promise<unknown[]>;

const nothing = "'pg_catalog', 'information_schema', 'pg_toast'";

/** For each kind of object, the query that returns the names and definitions of all objects. */
const postgresObjects = {
  relation: `
    SELECT c.relname AS name, concat_ws(' ', c.relkind, c.relpersistence, c.reloptions, c.relacl, pg_get_userbyid(c.relowner),
      c.relrowsecurity, CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END) AS definition
    FROM pg_class c WHERE c.relkind IN ('r', 'v', 'm', 'S', 'p') AND %here(c.relnamespace)`,
  column: `
    SELECT concat(c.relname, '.', row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum), ' ', a.attname) AS name,
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, a.attstorage,
        a.attcompression, a.attcollation::regcollation, a.attacl, pg_get_expr(d.adbin, d.adrelid)) AS definition
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'v', 'm', 'p') AND %here(c.relnamespace)`,
  sequence: `
    SELECT c.relname AS name, concat_ws(' ', s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmax, s.seqmin, s.seqcache,
      s.seqcycle, (SELECT concat(refobjid::regclass, '.', refobjsubid) FROM pg_depend
        WHERE objid = c.oid AND deptype IN ('a', 'i') AND refclassid = 'pg_class'::regclass)) AS definition
    FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid WHERE %here(c.relnamespace)`,
  index: `
    SELECT c.relname AS name, concat_ws(' ', pg_get_indexdef(c.oid), i.indisvalid, i.indisclustered, i.indisreplident) AS definition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE %here(c.relnamespace)`,
  constraint: `
    SELECT concat(c.conrelid::regclass, ' ', c.conname) AS name, concat_ws(' ', pg_get_constraintdef(c.oid), c.convalidated) AS definition
    FROM pg_constraint c WHERE %here(c.connamespace)`,
  function: `
    SELECT p.oid::regprocedure::text AS name, concat_ws(' ', pg_get_functiondef(p.oid), p.proacl, pg_get_userbyid(p.proowner)) AS definition
    FROM pg_proc p WHERE p.prokind <> 'a' AND %here(p.pronamespace)
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
  trigger: `
    SELECT concat(t.tgrelid::regclass, ' ', t.tgname) AS name, concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled) AS definition
    FROM pg_trigger t WHERE NOT t.tgisinternal`,
  extension: "SELECT extname AS name, extversion AS definition FROM pg_extension",
  type: `
    SELECT t.typname AS name, t.typtype::text AS definition FROM pg_type t
    WHERE t.typtype IN ('e', 'd', 'r') AND %here(t.typnamespace)`,
  "default grant":
    "SELECT concat(defaclrole::regrole, ' ', defaclobjtype) AS name, defaclacl::text AS definition FROM pg_default_acl",
  "role of the application": `
    SELECT rolname AS name, concat_ws(' ', rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolbypassrls) AS definition
    FROM pg_roles WHERE rolname = 'hoplog_app'`,
  statistics: "SELECT stxname AS name, pg_get_statisticsobjdef(oid) AS definition FROM pg_statistic_ext",
  comment: `
    SELECT concat(d.objoid::regclass, ' ', d.objsubid) AS name, d.description AS definition FROM pg_description d
    WHERE d.classoid = 'pg_class'::regclass AND EXISTS (SELECT FROM pg_class c WHERE c.oid = d.objoid AND %here(c.relnamespace))`,
};

const objectRow = z.object({ name: z.string(), definition: z.string().nullable() });

/**
 * Returns the definition of every object of a Postgres database by its kind and name, including grants and the order of
 * columns.
 */
export async function postgresCatalogue(rows: Rows): Promise<Record<string, string>> {
  const objects: [string, string][] = [];
  for (const [kind, query] of Object.entries(postgresObjects)) {
    const here = query.replaceAll(/%here\((.*?)\)/g, `$1::regnamespace::text NOT IN (${nothing})`);
    for (const { name, definition } of objectRow.array().parse(await rows(here)))
      objects.push([`${kind} ${name}`, definition ?? ""]);
  }
  return Object.fromEntries(objects.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

const tableRow = z.object({ name: z.string(), definition: z.string() });

/**
 * Returns the definition of every table and view of a ClickHouse database by name, without the name of the database.
 */
export async function clickHouseCatalogue(rows: Rows, database: string): Promise<Record<string, string>> {
  const found = await rows(
    `SELECT name, concat(engine, ' ', create_table_query, ' ', comment) AS definition FROM system.tables
     WHERE database = '${database}' ORDER BY name`,
  );
  return Object.fromEntries(
    tableRow
      .array()
      .parse(found)
      .map(({ name, definition }) => [name, definition.replaceAll(`${database}.`, "")]),
  );
}
