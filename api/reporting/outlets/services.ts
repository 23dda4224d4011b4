import type { AlarmServices } from "../alarms/services.ts";
import type { ApiKeyServices } from "../../integrations/apiKeys/commands.ts";
import type { ClickExportServices } from "../../integrations/exports/tryExport.ts";
import type { DomainServices } from "../../links/domains/services.ts";
import type { ReportServices } from "../reports/services.ts";
import type { ShareServices } from "../shares/services.ts";
import type { SqlAccessServices } from "../../integrations/sql/access/services.ts";
import type { HoldServices } from "./holdTargets.ts";
import type { WebhookServices } from "../../integrations/webhooks/services.ts";

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
