import { accountCalls } from "./accountCalls.ts";
import { alarmCalls } from "./alarmCalls.ts";
import { apiKeyCalls } from "./apiKeyCalls.ts";
import { conversionCalls } from "./conversionCalls.ts";
import { outletCalls } from "./outletCalls.ts";
import { secondFactorCalls } from "./secondFactorCalls.ts";
import { importCalls } from "./importCalls.ts";
import { linkJobCalls } from "./linkJobCalls.ts";
import { linkCalls } from "./linkCalls.ts";
import { clickExportCalls } from "./clickExportCalls.ts";
import { webhookCalls } from "./webhookCalls.ts";
import { presetCalls } from "./presetCalls.ts";
import { reportCalls } from "./reportCalls.ts";
import { tagCalls } from "./tagCalls.ts";
import type { RestRow } from "./restRow.ts";

const everybody = { request: () => ({}), signedOut: "ok", stranger: "ok" } as const;
/** All served REST calls, and who may make them. */
export const rows: readonly RestRow[] = [
  ...accountCalls,
  ...linkCalls,
  ...tagCalls,
  ...reportCalls,
  ...alarmCalls,
  ...clickExportCalls,
  ...linkJobCalls,
  ...importCalls,
  ...webhookCalls,
  ...presetCalls,
  ...apiKeyCalls,
  ...conversionCalls,
  ...outletCalls,
  ...secondFactorCalls,
  { call: "GET /healthz", ...everybody },
  { call: "GET /api/docs", ...everybody },
  { call: "GET /api/docs/start.js", ...everybody },
  { call: "GET /api/docs/swagger-ui.css", ...everybody },
  { call: "GET /api/docs/swagger-ui-bundle.js", ...everybody },
  { call: "GET /api/openapi.json", ...everybody },
  {
    // Users on this machine can read the mailbox, with or without a session; others cannot.
    call: "GET /dev/mailbox",
    request: () => ({ headers: { host: "hop.example" } }),
    signedOut: "NOT_FOUND_ERROR",
    owner: "NOT_FOUND_ERROR",
  },
];
