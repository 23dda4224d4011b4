import { mkdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { serveOps } from "@hoplog/platform/metrics/serveOps.js";
import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { createQueryEngine } from "../analysts/queryEngine.ts";
import { deleteStaleCopies } from "../analysts/copy.ts";
import { openEngines } from "../analysts/engines.ts";
import { openGateway } from "../analysts/gateway.ts";
import { createAnalystsMetrics, showState } from "../analysts/metrics.ts";
import { analystsFolder } from "../datafolder/analysts.ts";
import type { Ports } from "../datafolder/ports.ts";
import type { Secrets } from "../datafolder/secrets.ts";
import type { ChildRegister } from "../datafolder/survivors.ts";
import { accountUsersFile } from "../engines/clickhouse/analysts.ts";
import { localAddress, type Settings } from "../settings.ts";
import { appendLines } from "../services/logFile.ts";
import type { Progress } from "./progress.ts";

/** The gateway for analysts' queries, as a part of the stack. */
export interface AnalystsPart {
  readonly name: string;
  readonly metricsAddress: string;
  start(register: ChildRegister, progress: Progress): Promise<{ stop(): Promise<void> }>;
}

/** Returns the gateway; undefined if ClickHouse is run externally. */
export function analystsPart(settings: Settings, secrets: Secrets, ports: Ports): AnalystsPart | undefined {
  if (settings.clickHouseUrl) return undefined;
  const { dataFolder, clickHouseDatabase: database } = settings;
  const folder = analystsFolder(dataFolder);
  const copies = join(folder, "copies");
  const data = join(dataFolder, "clickhouse", "data");
  const service = { user: "hoplog", password: secrets.clickHouse };
  return {
    name: "analysts",
    metricsAddress: new URL(localAddress(settings.metricsHost, ports.analystsMetrics)).host,
    async start(register, progress) {
      rmSync(copies, { recursive: true, force: true });
      mkdirSync(copies, { recursive: true });
      deleteStaleCopies(data);
      const nameOf = (id: string) => `analysts-${id}`;
      const print = (text: string) => progress.part("analysts", text);
      const registry = createRegistry("analysts");
      const metrics = createAnalystsMetrics(registry);
      const engines = openEngines({
        source: {
          ask: createQueryEngine(`http://127.0.0.1:${ports.clickHouse}`, service.user, service.password),
          database,
          data,
        },
        folder: copies,
        usersFile: accountUsersFile(folder),
        service,
        analystPassword: settings.analystPassword ?? secrets.analyst,
        consolePassword: settings.consolePassword ?? secrets.console,
        isSmall: settings.isSmall,
        onLog: appendLines(dataFolder, "analysts"),
        onStart: (id, pid) => register.add(nameOf(id), pid),
        onEnd: (id) => register.remove(nameOf(id)),
        print,
        metrics,
      });
      const gateway = await openGateway({
        port: ports.analysts,
        engines,
        serviceUser: service.user,
        processors: availableParallelism(),
        metrics,
      });
      showState(registry, {
        running: () => engines.running().reduce((sum, { flights }) => sum + flights.size, 0),
        waiting: gateway.waiting,
        engines: () => engines.running().length,
        copyAge: engines.copyAge,
      });
      const health = () => Promise.resolve({ healthy: true, parts: {} });
      const ops = await serveOps({ port: ports.analystsMetrics, host: settings.metricsHost, registry, health });
      return {
        async stop() {
          await ops.close();
          await gateway.stop();
        },
      };
    },
  };
}
