import type { AlarmServices } from "../alarms/services.ts";
import type { ApiKeyServices } from "../apiKeys/services.ts";
import type { ClickExportServices } from "../clickExports/services.ts";
import type { DomainServices } from "../domains/services.ts";
import type { ReportServices } from "../reports/services.ts";
import type { ShareServices } from "../shares/services.ts";
import type { SqlAccessServices } from "../sqlAccess/services.ts";
import type { HoldServices } from "./holdTargets.ts";
import type { WebhookServices } from "../webhooks/services.ts";

/** An outlet is deleted by its feature's own command: all that these take from outside. */
export type OutletServices = HoldServices &
  AlarmServices &
  ApiKeyServices &
  ClickExportServices &
  DomainServices &
  ReportServices &
  ShareServices &
  SqlAccessServices &
  WebhookServices;
