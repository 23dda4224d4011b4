import type { ClickHouseClient } from "./client.ts";

/** For the middle of a statement: ` ON CLUSTER name`, or nothing where tables are not replicated. */
export function onCluster({ cluster }: Pick<ClickHouseClient, "cluster">): string {
  return cluster === undefined ? "" : ` ON CLUSTER \`${cluster}\``;
}

/**
 * Blocks of an insert are remembered for a week, counted back from the latest insert. So an outage in which nothing is written
 * never ends it; the number of inserts (the same as without replicas) is what does.
 */
const windowSeconds = 7 * 24 * 60 * 60;

/** The server's own defaults, written out: a path without {uuid} would not bear that tables are exchanged. */
const inKeeper = "'/clickhouse/tables/{uuid}/{shard}', '{replica}'";

/** What comes before the name of what is made, changed or dropped; ON CLUSTER stands behind that. */
const named =
  /^(CREATE TABLE(?: IF NOT EXISTS)?|CREATE MATERIALIZED VIEW(?: IF NOT EXISTS)?|CREATE OR REPLACE (?:VIEW|RESOURCE|WORKLOAD)|CREATE DATABASE(?: IF NOT EXISTS)?|DROP (?:TABLE|VIEW|WORKLOAD)(?: IF EXISTS)?|ALTER TABLE) ([\w.]+|`[^`]+`|\{\w+:Identifier\}(?:\.\w+)?)(?![\w.])/;

/** What acts on replicated rows: the replicas do it after the one that is asked. */
const replicatedByItself = /^(INSERT INTO|OPTIMIZE TABLE|TRUNCATE TABLE) /;

/**
 * A statement that makes or changes tables, as it is for a cluster: tables are replicated ones, remember inserts as the others
 * do, and every server gets them. `ALTER … MODIFY SETTING`, views and names are each server's own. Throws for statements
 * that no rule is known for.
 */
export function replicatedStatement(statement: string, cluster: string): string {
  if (replicatedByItself.test(statement)) return statement;
  const there = onCluster({ cluster });
  if (statement.startsWith("EXCHANGE TABLES ")) return `${statement}${there}`;
  if (!named.test(statement)) throw new Error(`No rule says how this is done on a cluster: ${statement.slice(0, 200)}`);
  const everywhere = statement.replace(named, (_, verb: string, name: string) => `${verb} ${name}${there}`);
  const replicated = everywhere.startsWith("CREATE TABLE ") ? withReplicas(everywhere) : everywhere;
  if (/\bnon_replicated_/.test(replicated))
    throw new Error(`A setting of tables without replicas: ${statement.slice(0, 200)}`);
  return replicated;
}

function withReplicas(statement: string): string {
  const engine = /\bENGINE = (\w*MergeTree)(?:\((.*)\))?(?=\s)/;
  if (!engine.test(statement)) throw new Error(`No table that can be replicated: ${statement.slice(0, 200)}`);
  const replicated = statement.replace(engine, (_, name: string, parameters?: string) => {
    const all = parameters === undefined ? inKeeper : `${inKeeper}, ${parameters}`;
    return `ENGINE = Replicated${name}(${all})`;
  });
  const window = /\bnon_replicated_deduplication_window = (\d+)/;
  if (window.test(replicated)) {
    return replicated.replace(
      window,
      `replicated_deduplication_window = $1, replicated_deduplication_window_seconds = ${windowSeconds}`,
    );
  }
  // As without replicas: equal rows are rows, unless the table remembers inserts.
  const none = "SETTINGS replicated_deduplication_window = 0";
  if (/^SETTINGS /m.test(replicated)) return replicated.replace(/^SETTINGS /m, `${none}, `);
  const comment = /^COMMENT '/m;
  return comment.test(replicated) ? replicated.replace(comment, `${none}\nCOMMENT '`) : `${replicated}\n${none}`;
}
