import { postgresAnswers } from "@hoplog/platform/postgres/answers.js";
import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import {
  lowSpaceText,
  readDiskSpace,
  watchDiskSpace,
  type WatchedFolders,
} from "@hoplog/platform/metrics/diskSpace.js";
import { coalesced, healthReport, Remark } from "@hoplog/platform/metrics/health.js";
import { serveOps } from "@hoplog/platform/metrics/serveOps.js";
import { runService } from "@hoplog/platform/process/runService.js";
import { inNetworks } from "@hoplog/platform/visitor/networks.js";
import { existsSync } from "node:fs";
import path from "node:path";
import { buildGraphqlSchema } from "../servers/graphql/schema.ts";
import { answerMs, probeMs } from "../servers/http/answerInTime.ts";
import { createApp } from "./app.ts";
import { readSettings } from "./env.ts";
import { features } from "./features.ts";
import { openServices } from "./openServices.ts";

/** Folders that this machine's engines and logs write to. Engines on other machines have other disks. */
const names = ["postgres", "clickhouse", "kafka", "redis", "logs"];

/** Returns the folders that exist in this stack's data folder. */
function dataFolders(data: string | undefined): WatchedFolders {
  if (data === undefined) return {};
  const present = names.filter((name) => existsSync(path.join(data, name)));
  return Object.fromEntries(present.map((name) => [name, path.join(data, name)]));
}

runService("api", async ({ logger }) => {
  const settings = readSettings();
  const registry = createRegistry("api");
  const { services, checks, close } = await openServices(settings, logger, registry);
  const disks = dataFolders(settings.HOPLOG_DATA);
  const watching = watchDiskSpace(disks, registry, logger);
  const disk = async (): Promise<Remark | undefined> => {
    const low = lowSpaceText(await readDiskSpace(disks));
    return low === null ? undefined : new Remark(low);
  };
  const health = coalesced(() => healthReport({ ...checks, disk }));
  const { METRICS_PORT: port, METRICS_HOST: host } = settings;
  const ops = await serveOps({ port, host, registry, health });
  const app = await createApp({
    services,
    schema: await buildGraphqlSchema(features),
    logger,
    registry,
    health,
    publicUrl: settings.PUBLIC_URL,
    origins: settings.API_ORIGINS,
    webRoot: settings.WEB_ROOT,
    docsRoot: settings.DOCS_ROOT,
    landing: settings.LANDING,
    isTrusted: inNetworks(settings.TRUSTED_PROXIES),
    sockets: settings.sockets,
    answerMs,
    isDatabaseAnswering: coalesced(() => postgresAnswers(settings.DATABASE_URL, probeMs)),
  });
  await app.listen({ port: settings.APP_PORT, host: settings.HOST });
  return {
    async stop() {
      await app.close();
      await watching.stop();
      await ops.close();
      await close();
    },
  };
});
