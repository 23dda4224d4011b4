import { counted } from "@hoplog/schema/counted.js";
import { openAccount } from "../measure/account.ts";
import { runSql } from "../measure/clickHouse.ts";
import { followCounts } from "../measure/counts.ts";
import { cpuSeconds, familyCpuSeconds } from "../measure/cpu.ts";
import { percentile } from "../measure/percentile.ts";
import { startStack, type BenchStack } from "../measure/stack.ts";
import { ms, percent, table } from "../measure/table.ts";
import { firefox, steadily, visit } from "../measure/visits.ts";

const listeners = 8;
const perSecond = 10;
const seconds = 60;
/** Number of sequential inserts for the baseline. */
const bareInserts = 100;

/**
 * Measures a few visits per second, spread over many listeners: processor share of counting them, and the delay to the
 * pushed count. The baseline inserts one finished row per visit into the same tables.
 */
export async function benchTrickle(isCluster: boolean): Promise<string> {
  const stack = await startStack({ isCluster, env: { LISTENERS: String(listeners) } });
  try {
    const account = await openAccount(stack.appUrl);
    const link = await account.createLink();
    const followed = await followCounts(stack.appUrl, account.token, link.id);
    const used = () => [
      cpuSeconds(stack.pidOf("clickhouse")),
      stack.pidsOf("ingest").reduce((sum, pid) => sum + cpuSeconds(pid), 0),
      familyCpuSeconds(stack.pidOf("postgres")),
    ];
    await visits(stack, link.code, 3 * perSecond);
    await followed.reached(3 * perSecond);
    const before = used();
    const answeredAt = await visits(stack, link.code, seconds * perSecond);
    const shares = shareOf(before, used());
    await followed.reached((3 + seconds) * perSecond);
    const took = answeredAt.map((at, i) => followed.reachedAt(3 * perSecond + i + 1) - at);
    followed.close();

    await runSql(stack.clickHouseUrl, "CREATE TABLE one AS clicks ENGINE = Memory");
    await runSql(stack.clickHouseUrl, "INSERT INTO one SELECT * FROM clicks LIMIT 1");
    const bare = cpuSeconds(stack.pidOf("clickhouse"));
    for (let i = 0; i < bareInserts; i++) await runSql(stack.clickHouseUrl, "INSERT INTO clicks SELECT * FROM one");
    const bareShare = ((cpuSeconds(stack.pidOf("clickhouse")) - bare) / bareInserts) * perSecond;
    const [clickHouse = 0, ingest = 0, postgres = 0] = shares;
    return table(
      [
        `${perSecond} clicks/s over ${counted(listeners, "listener")}, ${isCluster ? "Kafka" : "Postgres"} as the log`,
        "ClickHouse and ingest",
        "ClickHouse",
        "ingest",
        "Postgres",
        "p50",
        "p99",
        "most",
      ],
      [
        [
          "through ingest",
          percent(clickHouse + ingest),
          ...[clickHouse, ingest, postgres].map(percent),
          ...[0.5, 0.99, 1].map((share) => ms(percentile(took, share))),
        ],
        ["an insert for each click", percent(bareShare), percent(bareShare), "", "", "", "", ""],
      ],
    );
  } finally {
    await stack.stop();
  }
}

/** Returns the share of one core that each process has used, from its processor seconds before and after. */
function shareOf(before: readonly number[], after: readonly number[]): number[] {
  return after.map((used, i) => (used - (before[i] ?? 0)) / seconds);
}

/**
 * Returns the times of the responses in order; each visit uses a new connection, which the system gives to any
 * listener.
 */
async function visits(stack: BenchStack, code: string, count: number): Promise<number[]> {
  const answeredAt: number[] = [];
  await steadily(perSecond, count, async () => {
    await visit(`${stack.shortUrl}/${code}`, { "user-agent": firefox });
    answeredAt.push(performance.now());
  });
  return answeredAt;
}
