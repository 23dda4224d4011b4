import type { Registry } from "prom-client";
import type { Clock, Logs, PublicUrl } from "../../kernel/calls/capabilities.ts";
import type { RunningFeature } from "../../kernel/calls/feature.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { MailJob } from "../../accounts/mail/outbox.ts";
import type { Mail } from "../../accounts/mail/port.ts";
import { writeRetentionMail } from "./mail.ts";
import { createRetentionMetrics, startRetention } from "./worker.ts";
import { retentionFaces } from "./operations.ts";
import type { OfRetention, RetentionServices } from "./commands.ts";

type RetentionBase = Database &
  ClickHouse &
  Clock &
  PublicUrl &
  Logs & { readonly databaseUrl: string; readonly registry: Registry };

export interface Offered extends OfRetention {
  /** Returns undefined for emails that are not about retention. */
  readonly writeRetentionMail: (job: MailJob) => Promise<Mail | null> | undefined;
}

/** Deletes single clicks after each workspace's retention period. */
export const clickRetention: RunningFeature<RetentionServices, RetentionBase, Offered> = {
  start(base) {
    const retentionMetrics = createRetentionMetrics(base.registry);
    const worker = startRetention({ ...base, retentionMetrics });
    return {
      services: {
        retentionChanged: () => worker.notify(),
        writeRetentionMail: (job) => writeRetentionMail(base, job),
      },
      stop: () => worker.stop(),
    };
  },
  ...retentionFaces,
};
