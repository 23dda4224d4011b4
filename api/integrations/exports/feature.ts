import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import type { Cidr } from "@hoplog/platform/env/pieces.js";
import type { ClickHouseConnection } from "@hoplog/platform/env/connections.js";
import { createOutgoing } from "@hoplog/platform/outgoing/request.js";
import type { Registry } from "prom-client";
import type { Clock, Ids, Logs, PublicUrl, Randomness } from "../../kernel/calls/capabilities.ts";
import type { RunningFeature } from "../../kernel/calls/feature.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { MailJob } from "../../accounts/mail/outbox.ts";
import type { Mail } from "../../accounts/mail/port.ts";
import { queryMs } from "./clicksFile.ts";
import { writeExportMail } from "./mail.ts";
import { createExportMetrics } from "./metrics.ts";
import { clickExportFaces } from "./operations.ts";
import { createSecretBox } from "../../kernel/calls/secretBox.ts";
import type { ClickExportServices, OfClickExports } from "./tryExport.ts";
import { startExportWorker } from "./worker.ts";
import { smallestPart } from "./writeObject.ts";

type ExportsBase = Database &
  Reads &
  ClickHouse &
  Clock &
  Ids &
  Randomness &
  PublicUrl &
  Logs & {
    readonly databaseUrl: string;
    readonly registry: Registry;
    readonly settings: {
      readonly TOKEN_SECRET: string;
      readonly EXPORT_NETWORKS: readonly Cidr[];
      readonly clickHouse: ClickHouseConnection;
    };
  };

export interface Offered extends OfClickExports {
  /** Returns undefined for emails that are not about exports. */
  readonly writeExportMail: (job: MailJob) => Promise<Mail | null> | undefined;
}

/** Exports of clicks to S3-compatible storage. */
export const clickExports: RunningFeature<ClickExportServices, ExportsBase, Offered> = {
  start(base) {
    const { TOKEN_SECRET, EXPORT_NETWORKS: allowed, clickHouse } = base.settings;
    const access = {
      exportRequest: createOutgoing({ allowed, userAgent: "hoplog" }),
      exportSecrets: createSecretBox(TOKEN_SECRET, base.random),
      signedAt: base.now,
    };
    const exportClickHouse = createClickHouse({
      ...clickHouse,
      application: "hoplog click exports",
      requestTimeoutMs: queryMs + 60_000,
    });
    const exportMetrics = createExportMetrics(base.registry);
    const worker = startExportWorker({ ...base, ...access, exportClickHouse, exportMetrics, leastPart: smallestPart });
    return {
      services: {
        ...access,
        exportsMayBePlain: allowed.length > 0,
        exportsDue: () => worker.notify(),
        writeExportMail: (job) => writeExportMail(base, job),
      },
      async stop() {
        await worker.stop();
        await exportClickHouse.close();
      },
    };
  },
  ...clickExportFaces,
};
