import { expect, it } from "vitest";
import { clickHouseToMigrate } from "../testing/clickHouseToMigrate.ts";
import { allStatements, clickHouseMigrationsFolder, readMigrations, statementsOf } from "./migrate.ts";
import { replicatedStatement } from "./onCluster.ts";

const migrations = () => readMigrations(clickHouseMigrationsFolder());
const replicated = async () => allStatements("hoplog", await migrations(), "replicas");

it("makes the same statements for a cluster as were released", async () => {
  const text = (await replicated()).map((statement) => `${statement};\n`).join("\n");
  await expect(text).toMatchFileSnapshot("golden/onCluster.sql");
});

it("leaves every statement as it is where there is no cluster", async () => {
  const all = await migrations();
  const [, , ...sent] = allStatements("hoplog", all, undefined);
  expect(sent).toEqual(all.flatMap(({ sql }) => statementsOf(sql)));
});

it("makes statements that ClickHouse reads as meant: each on the cluster, but for those that act on rows", async () => {
  const { client } = await clickHouseToMigrate();
  for (const statement of await replicated()) {
    const answer = await client.query({
      query: "SELECT formatQuerySingleLine({statement:String}) AS text",
      query_params: { statement },
      format: "JSONEachRow",
    });
    const [row] = await answer.json<{ text: string }>();
    const isOfRows = /^(INSERT INTO|OPTIMIZE TABLE|TRUNCATE TABLE) /.test(statement);
    const text = row?.text ?? "";
    expect(text.match(/ ON CLUSTER replicas\b/g)?.length ?? 0, text).toBe(isOfRows ? 0 : 1);
    if (text.startsWith("CREATE TABLE ")) {
      expect(text).toMatch(
        /ENGINE = Replicated\w*MergeTree\('\/clickhouse\/tables\/\{uuid\}\/\{shard\}', '\{replica\}'[,)]/,
      );
    }
  }
});

it("makes the same tables as without a cluster, but for the replicas and what they remember of inserts", async () => {
  const tablesAfter = async (statements: readonly string[]) => {
    const { client, rows, settings } = await clickHouseToMigrate();
    for (const query of statements.slice(1)) await client.command({ query });
    const made = await rows(
      `SELECT name, replaceAll(create_table_query, currentDatabase(), 'db') FROM system.tables
       WHERE database = '${settings.database}' ORDER BY name`,
    );
    return JSON.stringify(made, null, 1).replaceAll(/(, )?\w*replicated_dedup\w+ = \d+(?:, (?=\w+ = ))?/g, "");
  };
  const withoutReplicas = (await replicated()).map((statement) =>
    statement
      .replace(" ON CLUSTER `replicas`", "")
      .replace(/ENGINE = Replicated(\w+)\('[^']*', '[^']*'(?:, )?(.*)\)(?=\s)/, "ENGINE = $1($2)"),
  );
  const plain = await tablesAfter(allStatements("hoplog", await migrations(), undefined));
  expect((await tablesAfter(withoutReplicas)).replaceAll(/(MergeTree)\(\)/g, "$1")).toBe(plain);
});

it("refuses statements that it has no rule for, so that a new migration can't be left out", () => {
  expect(() => replicatedStatement("RENAME TABLE a TO b", "c")).toThrow(
    "no rule to convert this statement for a cluster",
  );
  expect(() => replicatedStatement("CREATE TABLE a (n UInt8) ENGINE = Memory", "c")).toThrow("can't be replicated");
  const setting = "ALTER TABLE a MODIFY SETTING non_replicated_deduplication_window = 5";
  expect(() => replicatedStatement(setting, "c")).toThrow("without replicas");
});
