import type { ClickHouseClient } from "./client.ts";

/** Returns ` ON CLUSTER name` for the middle of a statement; empty if tables are not replicated. */
export function onCluster({ cluster }: Pick<ClickHouseClient, "cluster">): string {
  return cluster === undefined ? "" : ` ON CLUSTER \`${cluster}\``;
}

/**
 * Seconds for which inserts are remembered for deduplication, counted back from the latest insert. An outage without
 * writes therefore never exhausts the window; only the number of inserts (the same limit as without replicas) does.
 */
const windowSeconds = 7 * 24 * 60 * 60;

/** The server's own defaults, written explicitly, because tables can't be exchanged if their path lacks {uuid}. */
const inKeeper = "'/clickhouse/tables/{uuid}/{shard}', '{replica}'";

/**
 * The beginning of a statement up to the name of the object that is created, changed or dropped; ON CLUSTER follows the
 * name.
 */
const named =
  /^(CREATE TABLE(?: IF NOT EXISTS)?|CREATE MATERIALIZED VIEW(?: IF NOT EXISTS)?|CREATE OR REPLACE (?:VIEW|RESOURCE|WORKLOAD)|CREATE DATABASE(?: IF NOT EXISTS)?|DROP (?:TABLE|VIEW|WORKLOAD)(?: IF EXISTS)?|ALTER TABLE) ([\w.]+|`[^`]+`|\{\w+:Identifier\}(?:\.\w+)?)(?![\w.])/;

/** Statements that change replicated rows: replication applies them to the other replicas. */
const replicatedByItself = /^(INSERT INTO|OPTIMIZE TABLE|TRUNCATE TABLE) /;

/**
 * Converts a statement that creates or changes tables to its form for a cluster: tables become replicated, on every
 * server, with the same insert deduplication. `ALTER … MODIFY SETTING`, views and names apply to each server
 * separately. Throws for statements that no rule covers.
 */
export function replicatedStatement(statement: string, cluster: string): string {
  if (replicatedByItself.test(statement)) return statement;
  const there = onCluster({ cluster });
  if (statement.startsWith("EXCHANGE TABLES ")) return `${statement}${there}`;
  if (!named.test(statement))
    throw new Error(`no rule to convert this statement for a cluster: ${statement.slice(0, 200)}`);
  const everywhere = statement.replace(named, (_, verb: string, name: string) => `${verb} ${name}${there}`);
  const replicated = everywhere.startsWith("CREATE TABLE ") ? withReplicas(everywhere) : everywhere;
  if (/\bnon_replicated_/.test(replicated))
    throw new Error(`the statement sets a setting for tables without replicas: ${statement.slice(0, 200)}`);
  return replicated;
}

function withReplicas(statement: string): string {
  const engine = /\bENGINE = (\w*MergeTree)(?:\((.*)\))?(?=\s)/;
  if (!engine.test(statement))
    throw new Error(`the statement's table engine can't be replicated: ${statement.slice(0, 200)}`);
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
  // Equal rows are not duplicates unless the table deduplicates inserts, the same as without replicas.
  const none = "SETTINGS replicated_deduplication_window = 0";
  if (/^SETTINGS /m.test(replicated)) return replicated.replace(/^SETTINGS /m, `${none}, `);
  const comment = /^COMMENT '/m;
  return comment.test(replicated) ? replicated.replace(comment, `${none}\nCOMMENT '`) : `${replicated}\n${none}`;
}
