import { z } from "zod";
import { defaultRates, type Rate, type Rates } from "./rates.ts";

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 60 * 60 };

/** Parses a rate such as `10/15m`: a count, and a time in s, m or h. Returns null for other strings. */
export function parseRate(text: string): Rate | null {
  const [, points = "", count = "", unit = ""] = /^([1-9]\d{0,6})\/([1-9]\d{0,4})([smh])$/.exec(text) ?? [];
  const seconds = Number(count) * (units[unit] ?? 0);
  return seconds > 0 ? { points: Number(points), seconds } : null;
}

const rate = z.string().transform((value, context): Rate => {
  const parsed = parseRate(value);
  if (parsed) return parsed;
  context.addIssue({ code: "custom", message: "expected a count and a duration, such as 10/15m" });
  return z.NEVER;
});

/** The environment variable of each limit. */
export const rateVariables = {
  RATE_LIMIT_API: rate.default(defaultRates.api),
  RATE_LIMIT_API_ACCOUNT: rate.default(defaultRates.apiAccount),
  RATE_LIMIT_AUTH: rate.default(defaultRates.auth),
  RATE_LIMIT_LOGIN: rate.default(defaultRates.login),
  RATE_LIMIT_LOGIN_ADDRESS: rate.default(defaultRates.loginAddress),
  RATE_LIMIT_LOGIN_ACCOUNT: rate.default(defaultRates.loginAccount),
  RATE_LIMIT_SECOND_FACTOR: rate.default(defaultRates.secondFactor),
  RATE_LIMIT_SECOND_FACTOR_REMOVAL: rate.default(defaultRates.secondFactorRemoval),
  RATE_LIMIT_REGISTRATION: rate.default(defaultRates.registration),
  RATE_LIMIT_REGISTRATION_DAY: rate.default(defaultRates.registrationDay),
  RATE_LIMIT_REGISTRATION_ACCOUNT: rate.default(defaultRates.registrationAccount),
  RATE_LIMIT_FORGOT_PASSWORD: rate.default(defaultRates.forgotPassword),
  RATE_LIMIT_FORGOT_PASSWORD_ADDRESS: rate.default(defaultRates.forgotPasswordAddress),
  RATE_LIMIT_FORGOT_PASSWORD_ACCOUNT: rate.default(defaultRates.forgotPasswordAccount),
  RATE_LIMIT_EMAIL_CHANGE: rate.default(defaultRates.emailChange),
  RATE_LIMIT_EMAIL_CHANGE_ADDRESS: rate.default(defaultRates.emailChangeAddress),
  RATE_LIMIT_PASSWORD: rate.default(defaultRates.password),
  RATE_LIMIT_CREATION: rate.default(defaultRates.creation),
  RATE_LIMIT_CREATION_ADDRESS: rate.default(defaultRates.creationAddress),
  RATE_LIMIT_KEY_CREATION: rate.default(defaultRates.keyCreation),
  RATE_LIMIT_CODE_CHECK: rate.default(defaultRates.codeCheck),
  RATE_LIMIT_LINK_PASSWORD: rate.default(defaultRates.linkPassword),
  RATE_LIMIT_SHARE_PASSWORD: rate.default(defaultRates.sharePassword),
  RATE_LIMIT_SHARE_PASSWORD_ADDRESS: rate.default(defaultRates.sharePasswordAddress),
  RATE_LIMIT_SHARE_PASSWORD_NETWORK: rate.default(defaultRates.sharePasswordNetwork),
  RATE_LIMIT_SHARE_PASSWORD_SHARE: rate.default(defaultRates.sharePasswordShare),
  RATE_LIMIT_SQL_ACCESS: rate.default(defaultRates.sqlAccess),
  RATE_LIMIT_SQL_RUN: rate.default(defaultRates.sqlRun),
  RATE_LIMIT_DOMAIN_CHECK: rate.default(defaultRates.domainCheck),
  RATE_LIMIT_REPORT: rate.default(defaultRates.report),
  RATE_LIMIT_REPORT_ADDRESS: rate.default(defaultRates.reportAddress),
  RATE_LIMIT_CLICK_EXPORT: rate.default(defaultRates.clickExport),
  RATE_LIMIT_WEBHOOK: rate.default(defaultRates.webhook),
  RATE_LIMIT_LINK_IMPORT: rate.default(defaultRates.linkImport),
  RATE_LIMIT_CONVERSION: rate.default(defaultRates.conversion),
  RATE_LIMIT_NOTICE: rate.default(defaultRates.notice),
  RATE_LIMIT_EXPORT: rate.default(defaultRates.export),
};

export function ratesOf(env: Readonly<Record<keyof typeof rateVariables, Rate>>): Rates {
  return {
    api: env.RATE_LIMIT_API,
    apiAccount: env.RATE_LIMIT_API_ACCOUNT,
    auth: env.RATE_LIMIT_AUTH,
    login: env.RATE_LIMIT_LOGIN,
    loginAddress: env.RATE_LIMIT_LOGIN_ADDRESS,
    loginAccount: env.RATE_LIMIT_LOGIN_ACCOUNT,
    secondFactor: env.RATE_LIMIT_SECOND_FACTOR,
    secondFactorRemoval: env.RATE_LIMIT_SECOND_FACTOR_REMOVAL,
    registration: env.RATE_LIMIT_REGISTRATION,
    registrationDay: env.RATE_LIMIT_REGISTRATION_DAY,
    registrationAccount: env.RATE_LIMIT_REGISTRATION_ACCOUNT,
    forgotPassword: env.RATE_LIMIT_FORGOT_PASSWORD,
    forgotPasswordAddress: env.RATE_LIMIT_FORGOT_PASSWORD_ADDRESS,
    forgotPasswordAccount: env.RATE_LIMIT_FORGOT_PASSWORD_ACCOUNT,
    emailChange: env.RATE_LIMIT_EMAIL_CHANGE,
    emailChangeAddress: env.RATE_LIMIT_EMAIL_CHANGE_ADDRESS,
    password: env.RATE_LIMIT_PASSWORD,
    creation: env.RATE_LIMIT_CREATION,
    creationAddress: env.RATE_LIMIT_CREATION_ADDRESS,
    keyCreation: env.RATE_LIMIT_KEY_CREATION,
    codeCheck: env.RATE_LIMIT_CODE_CHECK,
    linkPassword: env.RATE_LIMIT_LINK_PASSWORD,
    sharePassword: env.RATE_LIMIT_SHARE_PASSWORD,
    sharePasswordAddress: env.RATE_LIMIT_SHARE_PASSWORD_ADDRESS,
    sharePasswordNetwork: env.RATE_LIMIT_SHARE_PASSWORD_NETWORK,
    sharePasswordShare: env.RATE_LIMIT_SHARE_PASSWORD_SHARE,
    sqlAccess: env.RATE_LIMIT_SQL_ACCESS,
    sqlRun: env.RATE_LIMIT_SQL_RUN,
    domainCheck: env.RATE_LIMIT_DOMAIN_CHECK,
    report: env.RATE_LIMIT_REPORT,
    reportAddress: env.RATE_LIMIT_REPORT_ADDRESS,
    clickExport: env.RATE_LIMIT_CLICK_EXPORT,
    webhook: env.RATE_LIMIT_WEBHOOK,
    linkImport: env.RATE_LIMIT_LINK_IMPORT,
    conversion: env.RATE_LIMIT_CONVERSION,
    notice: env.RATE_LIMIT_NOTICE,
    export: env.RATE_LIMIT_EXPORT,
  };
}
