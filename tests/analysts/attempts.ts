/** A statement to try, and its acceptable outcome. */
export interface Attempt {
  readonly sql: string;
  /** Parameters that are added to the URL's query. */
  readonly query?: string;
  /** Acceptable output; any other result must be an error. */
  readonly harmless?: RegExp;
}

const refused = (...statements: string[]): Attempt[] => statements.map((sql) => ({ sql }));

/**
 * Queries that access files or servers: all must fail. `path` is a file of the machine, `url` a server that responds.
 */
export function outside(path: string, url: string): Attempt[] {
  const file = `file('${path}')`;
  return [
    // Calls of the scalar function `file`, directly and through other functions.
    ...refused(
      `SELECT ${file}`,
      `SELECT * APPLY(file) FROM (SELECT '${path}')`,
      `SELECT * APPLY(x -> file(x)) FROM (SELECT '${path}')`,
      `SELECT \`\\x66ile\`('${path}')`,
      `SELECT "file"('${path}')`,
      `SELECT arrayMap(file, ['${path}'])`,
      `SELECT arrayMap(x -> file(x), ['${path}'])`,
      `SELECT materialize('${path}') AS p, file(p)`,
      `SELECT * REPLACE (file(x) AS x) FROM (SELECT '${path}' AS x)`,
      `WITH ${file} AS f SELECT f`,
      `SELECT file('${path}', 'none')`,
      `SELECT if(1, ${file}, '')`,
      `SELECT * FROM values('a String', ${file})`,
      `SELECT * FROM numbers(length(${file}))`,
      `SELECT 1 LIMIT length(${file})`,
      `SELECT * FROM view(SELECT ${file})`,
      `SELECT formatRow('CSV', ${file})`,
      `SELECT throwIf(1, ${file})`,
      `SELECT getSetting(${file})`,
      `SELECT * FROM generateRandom(${file}) LIMIT 1`,
      `SELECT catboostEvaluate('${path}', 1)`,
      "SELECT getServerSetting('config-file') || getServerSetting('users_config')",
      "SELECT getMacro('shard')",
      "SELECT showCertificate()",
      "SELECT addressToLine(1)",
      "SELECT getClientHTTPHeader('X-ClickHouse-Key')",
      "SELECT dictGet('hoplog.links', 'name', 1)",
      "SELECT joinGet('hoplog.links', 'name', 1)",
      "SELECT aiGenerate('x')",
    ),
    // Table functions.
    ...refused(
      `SELECT * FROM file('${path}', 'LineAsString', 'l String')`,
      `SELECT * FROM fileCluster('default', '${path}', 'LineAsString', 'l String')`,
      `SELECT * FROM filesystem('/')`,
      `SELECT * FROM url('${url}', 'LineAsString', 'l String')`,
      `SELECT * FROM urlCluster('default', '${url}', 'LineAsString', 'l String')`,
      `SELECT * FROM s3('${url}/bucket/key', 'CSV', 'a String')`,
      `SELECT * FROM gcs('${url}/bucket/key', 'CSV', 'a String')`,
      `SELECT * FROM oss('${url}/bucket/key', 'CSV', 'a String')`,
      `SELECT * FROM cosn('${url}/bucket/key', 'CSV', 'a String')`,
      `SELECT * FROM azureBlobStorage('${url}', 'b', 'c', 'd', 'e')`,
      `SELECT * FROM hdfs('hdfs://127.0.0.1/b', 'CSV', 'a String')`,
      `SELECT * FROM iceberg('${url}/bucket/key')`,
      `SELECT * FROM icebergLocal('/')`,
      `SELECT * FROM deltaLake('${url}/bucket/key')`,
      `SELECT * FROM deltaLakeLocal('/')`,
      `SELECT * FROM hudi('${url}/bucket/key')`,
      `SELECT * FROM paimonLocal('/')`,
      "SELECT * FROM remote('127.0.0.1', 'hoplog', 'clicks')",
      "SELECT * FROM remoteSecure('127.0.0.1', 'hoplog', 'clicks')",
      "SELECT * FROM cluster('default', 'hoplog', 'clicks')",
      "SELECT * FROM clusterAllReplicas('default', 'hoplog', 'clicks')",
      "SELECT * FROM mysql('127.0.0.1:1', 'a', 'b', 'c', 'd')",
      "SELECT * FROM postgresql('127.0.0.1:1', 'a', 'b', 'c', 'd')",
      "SELECT * FROM mongodb('127.0.0.1:1', 'a', 'b', 'c', 'd', 'e String')",
      "SELECT * FROM redis('127.0.0.1:1', 'k', 'k String, v String')",
      `SELECT * FROM sqlite('${path}', 't')`,
      "SELECT * FROM odbc('a', 'b', 'c')",
      "SELECT * FROM jdbc('a', 'b', 'c')",
      "SELECT * FROM executable('cat', 'LineAsString', 'l String')",
      "SELECT * FROM input('a String')",
      "SELECT * FROM dictionary('hoplog.links')",
      "SELECT * FROM merge('hoplog', '.*')",
      "SELECT * FROM merge('system', '^users$')",
      "SELECT * FROM view(SELECT * FROM hoplog.clicks)",
      "SELECT * FROM loop(hoplog.clicks) LIMIT 1",
      "SELECT * FROM mergeTreeIndex('hoplog', 'clicks')",
      "SELECT * FROM mergeTreeProjection('hoplog', 'clicks', 'x')",
      "SELECT * FROM mergeTreeProjection('hoplog', 'link_quarter', 'totals')",
      "SELECT * FROM mergeTreeIndex('hoplog', 'link_quarter', with_marks = true)",
      "SELECT * FROM viewExplain('EXPLAIN', '', (SELECT 1))",
      "SELECT * FROM eval('SELECT 1')",
      "SELECT * FROM format('CSV', '1')",
      "SELECT * FROM Python('x')",
      "SELECT * FROM ytsaurus('a', 'b', 'c', 'd String')",
      "SELECT * FROM timeSeriesData('hoplog.clicks')",
    ),
  ];
}

const detours = (name: string, args: string): string[] => [
  `SELECT ${name}(${args})`,
  `SELECT "${name}"(${args})`,
  `SELECT \`\\x${name.charCodeAt(0).toString(16)}${name.slice(1)}\`(${args})`,
  `SELECT arrayMap(x -> ${name}(${args}), [1])`,
  `WITH ${name}(${args}) AS f SELECT f`,
  `SELECT if(1, ${name}(${args}), 0)`,
  `SELECT * FROM view(SELECT ${name}(${args}))`,
];
const strings = "materialize('a'), 'b'";
const ring = "[[[(0., 0.), (1., 0.), (1., 1.)]]]";

/**
 * Functions whose single call may take minutes even for few rows, which ClickHouse can't kill. All calls must fail,
 * however they are written.
 */
export const unstoppable: Attempt[] = refused(
  ...[
    "levenshteinDistance",
    "levenshteinDistanceUTF8",
    "editDistance",
    "editDistanceUTF8",
    "damerauLevenshteinDistance",
    "jaroSimilarity",
    "jaroWinklerSimilarity",
  ].flatMap((name) => detours(name, strings)),
  ...detours("arrayLevenshteinDistance", "[1], [2]"),
  ...detours("arrayLevenshteinDistanceWeighted", "[1], [2], [1.], [1.]"),
  ...detours("arraySimilarity", "[1], [2], [1.], [1.]"),
  ...detours("seriesDecomposeSTL", "[1., 2., 1., 2., 1., 2., 1., 2.], 2"),
  ...["Distance", "Within", "SymDifference", "Intersection", "Union", "Intersect"].flatMap((name) =>
    ["Cartesian", "Spherical"].flatMap((kind) => detours(`polygons${name}${kind}`, `${ring}, ${ring}`)),
  ),
  ...detours("polygonsEqualsCartesian", `${ring}, ${ring}`),
  "SELECT * APPLY(levenshteinDistance('x')) FROM (SELECT 'a')",
  "SELECT * APPLY(x -> levenshteinDistance(x, 'b')) FROM (SELECT 'a')",
  "SELECT * REPLACE (jaroSimilarity(x, 'b') AS x) FROM (SELECT 'a' AS x)",
);

/**
 * Queries of raw tables, and statements that change or reveal something: all must fail, except those marked harmless.
 */
export const forbidden: Attempt[] = [
  ...[
    "clicks",
    "links",
    "link_groups",
    "link_quarter",
    "link_day",
    "link_day_value",
    "owner_quarter",
    "owner_day",
    "owner_day_value",
    "owner_day_link",
    "owner_day_segment",
    "misses",
    "misses_by_owner",
    "request_quarter",
    "imported_visits",
    "conversions",
  ].flatMap((table) =>
    refused(
      `SELECT * FROM hoplog.${table} LIMIT 1`,
      `SELECT count() FROM hoplog.${table}`,
      `SHOW CREATE TABLE hoplog.${table}`,
      `DESCRIBE hoplog.${table}`,
      `EXPLAIN ESTIMATE SELECT * FROM hoplog.${table}`,
    ),
  ),
  ...refused(
    "SELECT 1 WHERE EXISTS (SELECT 1 FROM hoplog.clicks)",
    "SELECT code FROM analytics.clicks WHERE link_id IN (SELECT link_id FROM hoplog.links)",
    "SELECT code FROM analytics.clicks WHERE link_id IN hoplog.links",
    "EXISTS TABLE hoplog.clicks",
    "USE hoplog",
    "SELECT * FROM analytics.clicks PREWHERE code = 'x'",
    "INSERT INTO analytics.clicks (code) VALUES ('x')",
    "INSERT INTO hoplog.clicks (visitor) VALUES (1)",
    "INSERT INTO FUNCTION file('/tmp/hoplog-x', 'CSV', 'a UInt8') VALUES (1)",
    "SELECT 1 INTO OUTFILE '/tmp/hoplog-x'",
    "CREATE TABLE analytics.x (a UInt8) ENGINE = Memory",
    "CREATE TEMPORARY TABLE x (a UInt8)",
    "CREATE VIEW analytics.x AS SELECT 1",
    "CREATE OR REPLACE VIEW analytics.clicks AS SELECT 1",
    "CREATE DATABASE x",
    "CREATE FUNCTION f AS (x) -> x",
    "CREATE DICTIONARY analytics.x (a UInt64) PRIMARY KEY a SOURCE(FILE(path '/etc/passwd' format 'CSV')) LAYOUT(FLAT()) LIFETIME(1)",
    "CREATE NAMED COLLECTION x AS a = 'b'",
    "CREATE USER x",
    "ALTER USER analyst IDENTIFIED BY 'x'",
    "CREATE ROW POLICY x ON hoplog.clicks USING 1 TO ALL",
    "DROP VIEW analytics.clicks",
    "DROP FUNCTION file",
    "TRUNCATE TABLE hoplog.clicks",
    "ALTER TABLE hoplog.clicks DELETE WHERE 1",
    "ALTER TABLE analytics.clicks MODIFY QUERY SELECT 1",
    "RENAME TABLE analytics.clicks TO analytics.x",
    "OPTIMIZE TABLE hoplog.clicks",
    "KILL QUERY WHERE 1",
    "SYSTEM SHUTDOWN",
    "SYSTEM RELOAD USERS",
    "SYSTEM FLUSH LOGS",
    "BACKUP TABLE hoplog.clicks TO File('x')",
    "RESTORE TABLE hoplog.clicks FROM File('x')",
    "GRANT SELECT ON *.* TO analyst",
    "EXECUTE AS hoplog SELECT 1",
    "SET ROLE x",
    "SHOW PROCESSLIST",
    "SHOW USERS",
    "SHOW ACCESS",
    "SHOW CREATE USER analyst",
    "SHOW CREATE USER analytics_reader",
    "SHOW GRANTS FOR hoplog",
    "SHOW ROW POLICIES",
    "SHOW QUOTAS",
    "SHOW CREATE SETTINGS PROFILE analyst",
    "SHOW NAMED COLLECTIONS",
  ),
  // Sleeping queries would occupy places that other accounts wait for.
  ...refused(
    "SELECT sleep(0.1)",
    "SELECT sleep(3)",
    "SELECT sleepEachRow(0.1) FROM numbers(3)",
    "SELECT sum(sleepEachRow(0.01)) FROM numbers(100)",
    "SELECT count() FROM analytics.links WHERE NOT sleep(1)",
  ),
  // Harmless: the user sees no dictionaries, and has no table whose merges it could stop.
  { sql: "SHOW DICTIONARIES FROM hoplog", harmless: /^$/ },
  { sql: "SYSTEM STOP MERGES", harmless: /^$/ },
];

/** Settings that would lift a limit, a filter or a lock: all must fail. */
export const settings: Attempt[] = [
  "readonly=0",
  "readonly=2",
  "allow_ddl=1",
  "max_memory_usage=0",
  "max_memory_usage_for_user=0",
  "max_execution_time=0",
  "max_execution_time=61",
  "max_threads=9",
  "max_rows_to_read=0",
  "max_result_rows=0",
  "max_concurrent_queries_for_user=0",
  "max_concurrent_queries_for_all_users=0",
  "os_threads_nice_value_query=0",
  "allow_introspection_functions=1",
  "allow_get_client_http_header=1",
  "allow_experimental_ai_functions=1",
  "allow_experimental_eval_table_function=1",
  "allow_python_table_function=1",
  "additional_table_filters={'hoplog.clicks':'1'}",
  "additional_result_filter='1'",
  "use_query_cache=1",
  "enable_analyzer=0",
  "allow_experimental_analyzer=0",
  "apply_row_policy_after_final=0",
  "format_schema='/etc/passwd'",
  "format_template_row='/etc/passwd'",
  "log_queries=1",
  "send_logs_level='trace'",
  "dialect='kusto'",
  "function_sleep_max_microseconds_per_block=3000000",
  "workload='everybody'",
  "workload='default'",
  "priority=1",
].flatMap((setting) => {
  const [name, value] = [setting.slice(0, setting.indexOf("=")), setting.slice(setting.indexOf("=") + 1)];
  const bare = encodeURIComponent(value.replaceAll(/^'|'$/g, ""));
  return [
    { sql: `SELECT 1 SETTINGS ${setting}` },
    { sql: `SET ${setting}` },
    { sql: "SELECT 1", query: `${name}=${bare}` },
  ];
});

/** Queries for the plan of a view's query, which reveals parts that hold other accounts' rows: all must fail. */
export const plans: Attempt[] = ["clicks", "links", "groups", "daily", "imported_visits", "conversions"].flatMap(
  (view) =>
    refused(
      ...[
        "",
        "PLAN",
        "PLAN indexes = 1",
        "PLAN indexes = 1, json = 1",
        "PIPELINE",
        "PIPELINE graph = 1",
        "ESTIMATE",
        "ANALYZE",
      ].map((kind) => `EXPLAIN ${kind} SELECT count() FROM analytics.${view}`),
      `EXPLAIN SELECT * FROM (SELECT * FROM analytics.${view})`,
      `EXPLAIN SELECT 1 WHERE (SELECT count() FROM analytics.${view}) = 0`,
      `EXPLAIN SELECT 1 WHERE 1 IN (SELECT count() FROM analytics.${view})`,
      `EXPLAIN WITH v AS (SELECT * FROM analytics.${view}) SELECT count() FROM v`,
      `EXPLAIN SELECT 1 UNION ALL SELECT count() FROM analytics.${view}`,
      `EXPLAIN SELECT count() FROM merge('analytics', '^${view}$')`,
      `EXPLAIN SELECT count() FROM view(SELECT * FROM analytics.${view})`,
      `SELECT * FROM (EXPLAIN SELECT count() FROM analytics.${view})`,
      `SELECT * FROM (EXPLAIN indexes = 1 SELECT count() FROM analytics.${view})`,
      `SELECT * FROM viewExplain('EXPLAIN', 'indexes = 1', (SELECT count() FROM analytics.${view}))`,
      `EXPLAIN EXPLAIN SELECT count() FROM analytics.${view}`,
      `EXPLAIN INSERT INTO FUNCTION null('n UInt64') SELECT count() FROM analytics.${view}`,
    ),
);

/**
 * Queries whose result or failure would reveal another account's rows if the rows were evaluated before being filtered
 * out. `name`, `code`, `linkId` and `accountId` are the other account's.
 */
export function peeking(other: { name: string; code: string; linkId: string; accountId: string }): Attempt[] {
  const none = /^0?$/;
  const { name, code, linkId, accountId } = other;
  const views = ["clicks", "links", "groups", "daily", "imported_visits", "conversions"];
  return [
    ...views.flatMap((view) => [
      { sql: `SELECT count() FROM analytics.${view} WHERE workspace_id = '${accountId}'`, harmless: none },
      { sql: `SELECT count() FROM analytics.${view} WHERE throwIf(workspace_id = '${accountId}') = 1`, harmless: none },
      { sql: `SELECT countIf(workspace_id = '${accountId}') FROM analytics.${view}`, harmless: none },
      { sql: `SELECT sum(intDiv(0, workspace_id != '${accountId}')) FROM analytics.${view}`, harmless: none },
      { sql: `SELECT max(workspace_id = '${accountId}') FROM analytics.${view} FINAL`, harmless: none },
      {
        sql: `SELECT greatest(uniqExact(workspace_id), 1) - 1 FROM analytics.${view}`,
        harmless: none,
      },
    ]),
    ...["clicks", "daily"].flatMap((view) => [
      { sql: `SELECT count() FROM analytics.${view} WHERE link_id = '${linkId}'`, harmless: none },
      { sql: `SELECT sum(throwIf(link_name = '${name}')) FROM analytics.${view}`, harmless: none },
      { sql: `SELECT count() FROM analytics.${view} WHERE throwIf(code = '${code}')`, harmless: none },
      { sql: `SELECT count() FROM analytics.${view} GROUP BY ALL HAVING any(link_name) = '${name}'`, harmless: none },
    ]),
    ...[
      `SELECT count() FROM analytics.links WHERE name = '${name}' OR 1 = throwIf(name = '${name}')`,
      `SELECT count() FROM analytics.links WHERE throwIf(code = '${code}') AND is_active`,
      `SELECT count() FROM analytics.links WHERE NOT ignore(throwIf(link_id = '${linkId}')) AND 0`,
      `SELECT sum(1 / (name != '${name}') = inf) FROM analytics.links`,
      `SELECT count() FROM analytics.links AS a, analytics.links AS b WHERE b.name = '${name}'`,
      `SELECT count() FROM numbers(1) AS n, analytics.links AS b WHERE b.code = '${code}'`,
      `SELECT count() FROM (SELECT '${linkId}'::UUID AS link_id) AS a JOIN analytics.links AS b USING (link_id)`,
      `SELECT count() FROM (SELECT '${linkId}'::UUID AS link_id) AS a JOIN analytics.clicks AS b USING (link_id)`,
      `SELECT count() FROM analytics.links ARRAY JOIN [1, 2] AS x WHERE code = '${code}'`,
      `SELECT arrayExists(x -> x = '${name}', groupArray(name)) FROM analytics.links`,
      `SELECT has(groupUniqArray(link_name), '${name}') FROM analytics.clicks`,
      `SELECT count() FROM analytics.clicks WHERE (workspace_id, code) IN (('${accountId}', '${code}'))`,
      `SELECT count() FROM analytics.clicks WHERE dictGetOrDefault('x', 'y', workspace_id, 1)`,
      `SELECT count() FROM merge('analytics', '.*') WHERE workspace_id = '${accountId}'`,
      `WITH RECURSIVE r AS (SELECT name FROM analytics.links UNION ALL SELECT name FROM r WHERE 0) SELECT count() FROM r WHERE name = '${name}'`,
      `SELECT count() FROM (SELECT name, row_number() OVER () FROM analytics.links) WHERE name = '${name}'`,
      `SELECT count() FROM analytics.links WHERE name IN (SELECT link_name FROM analytics.clicks WHERE workspace_id = '${accountId}')`,
    ].map((sql) => ({ sql, harmless: none })),
    // Casts of every value: an error names the first value that doesn't fit.
    ...["link_id", "code", "link_name", "group_name", "workspace_id"].flatMap((column) => [
      { sql: `SELECT max(toUInt8(${column}::String)) FROM analytics.clicks`, harmless: none },
      { sql: `SELECT count() FROM analytics.clicks WHERE toDate(${column}::String) = today()`, harmless: none },
    ]),
    { sql: "SELECT max(toUInt8(name)) FROM analytics.links", harmless: none },
    { sql: "SELECT max(toUInt8(destination)) FROM analytics.links", harmless: none },
  ];
}

/** Errors of calls with a wrong number or type of arguments. */
export const isNoCall = new Set([
  "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
  "TOO_FEW_ARGUMENTS_FOR_FUNCTION",
  "ILLEGAL_TYPE_OF_ARGUMENT",
  "ILLEGAL_COLUMN",
  "TYPE_MISMATCH",
]);
