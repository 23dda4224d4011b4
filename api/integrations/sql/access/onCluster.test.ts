import { onCluster, replicatedStatement } from "@hoplog/platform/clickhouse/onCluster.js";
import { accountWorkload, analystsWorkloads } from "@hoplog/schema/analysts.js";
import { expect, it } from "vitest";
import { openTestApi } from "../../../testing/testApi.ts";
import { dropWorkload } from "./accountWorkloads.ts";
import { viewStatements } from "./startAnalysts.ts";

const cluster = "replicas";

it("makes for every server of a cluster what analysts need, as it was released", async () => {
  const statements = [
    ...(await viewStatements()),
    ...analystsWorkloads(4),
    accountWorkload("account_01900000-0000-7000-8000-000000000001"),
    dropWorkload("account_01900000-0000-7000-8000-000000000001"),
  ].map((statement) => replicatedStatement(statement, cluster));
  const text = statements.map((statement) => `${statement.trim()};\n`).join("\n");
  await expect(text).toMatchFileSnapshot("golden/onCluster.sql");

  const api = await openTestApi();
  try {
    for (const statement of [...statements, `SYSTEM STOP TTL MERGES${onCluster({ cluster })} misses`]) {
      const answer = await api.services.clickhouse.query({
        query: "SELECT formatQuerySingleLine({statement:String}) AS text",
        query_params: { statement },
        format: "JSONEachRow",
      });
      const [row] = await answer.json<{ text: string }>();
      expect(row?.text.match(/ ON CLUSTER replicas\b/g), row?.text).toHaveLength(1);
    }
  } finally {
    await api.close();
  }
});
