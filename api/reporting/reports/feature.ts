import type { RunningFeature } from "../../kernel/calls/feature.ts";
import type { MailJob, Written } from "../../accounts/mail/outbox.ts";
import { createMailTokens } from "../../accounts/mail/tokens.ts";
import { reportAgreementRoutes } from "./agreement.ts";
import { reportFaces } from "./operations.ts";
import type { OfReports, ReportServices } from "./commands.ts";
import { type ReportWorkerBase, startReportWorker } from "./worker.ts";
import { writeReportMail, type WriteServices } from "./write.ts";

type ReportsBase = ReportWorkerBase &
  Omit<WriteServices, "reportTokens"> & { readonly settings: { readonly TOKEN_SECRET: string } };

export interface Offered extends OfReports {
  /** Returns undefined for emails that are not about reports. */
  readonly writeReportMail: (job: MailJob) => Promise<Written> | undefined;
}

/** Weekly and monthly reports by email. */
export const reports: RunningFeature<ReportServices, ReportsBase, Offered> = {
  start(base) {
    const reportTokens: OfReports["reportTokens"] = createMailTokens(base.settings.TOKEN_SECRET);
    const worker = startReportWorker(base);
    const services = { ...base, reportTokens };
    return {
      services: { reportTokens, writeReportMail: (job) => writeReportMail(services, job) },
      stop: () => worker.stop(),
    };
  },
  ...reportFaces,
  routes(app, services, requireActor) {
    reportFaces.routes(app, services, requireActor);
    reportAgreementRoutes(app, services);
  },
};
