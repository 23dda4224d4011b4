import type { RunningFeature } from "../../kernel/calls/feature.ts";
import type { MailJob, Written } from "../../accounts/mail/outbox.ts";
import { createMailTokens } from "../../accounts/mail/tokens.ts";
import { alarmAgreementRoutes } from "./agreement.ts";
import { alarmFaces } from "./operations.ts";
import type { AlarmServices, OfAlarms } from "./services.ts";
import { type AlarmWorkerBase, startAlarmWorker } from "./worker.ts";
import { writeAlarmMail } from "./write.ts";
import type { WriteServices } from "./writeTest.ts";

type AlarmsBase = AlarmWorkerBase &
  Omit<WriteServices, "alarmTokens"> & { readonly settings: { readonly TOKEN_SECRET: string } };

export interface Offered extends OfAlarms {
  /** Returns undefined for emails that are not about alarms. */
  readonly writeAlarmMail: (job: MailJob) => Promise<Written> | undefined;
}

/** Email alarms for unusual traffic, and for expiring or failing links and domains. */
export const alarms: RunningFeature<AlarmServices, AlarmsBase, Offered> = {
  start(base) {
    const alarmTokens: OfAlarms["alarmTokens"] = createMailTokens(base.settings.TOKEN_SECRET);
    const worker = startAlarmWorker(base);
    const services = { ...base, alarmTokens };
    return {
      services: { alarmTokens, writeAlarmMail: (job) => writeAlarmMail(services, job) },
      stop: () => worker.stop(),
    };
  },
  ...alarmFaces,
  routes(app, services, requireActor) {
    alarmFaces.routes(app, services, requireActor);
    alarmAgreementRoutes(app, services);
  },
};
