import { errorTypes } from "@hoplog/schema/errors.js";
import { z } from "zod";
import type { Answers } from "../calls/operation.ts";

// Schemas shared by REST answers. Tests check real answers against them.

export const recordId = z.uuid();
export const instant = z.iso.datetime({ precision: 3 });
export const count = z.int().min(0);
export const countOrUnknown = count.nullable().describe("Null while the analytics database can't be asked");
export const message = z.string();
export const etag = z.string().describe("For If-Match: another one once somebody has edited it");

/** The clicks of one interval of a chart. */
export const chartPoint = z
  .object({
    at: z.string().describe("Start of an hour in ISO 8601, or first day as YYYY-MM-DD"),
    clicks: count.describe("Counted clicks"),
  })
  .meta({ title: "ChartPoint" });

export const moneyAmount = z
  .object({
    currency: z.string().describe("ISO 4217"),
    amount: count.describe("In minor units of the currency"),
  })
  .meta({ title: "MoneyAmount" });

/** A group that something belongs to. */
export const groupReference = z.object({ _id: recordId, name: z.string() }).meta({ title: "GroupReference" });

/** Marks a field that is sent only for old clients, and not documented. */
export const undocumented = { undocumented: true } as const;

/** The answer of a successful call. */
export const answer = <T extends z.ZodRawShape>(shape: T) => z.object({ success: z.literal(true), ...shape });

/** The error of a failed call, or of one item among many. */
export const failureReason = z
  .object({
    type: z.enum(errorTypes),
    message: z.string(),
    details: z.object({
      field: z.string().optional(),
      fields: z.array(z.object({ field: z.string(), message: z.string() }).meta({ title: "FieldProblem" })).optional(),
      confirm: z
        .literal(true)
        .optional()
        .describe("The login is too old for this call: confirm it by POST /api/auth/confirm, then repeat the call"),
      requestId: z.string().optional().describe("Of a failure that is not the caller's; stands in the log as well"),
    }),
  })
  .meta({ title: "FailureReason" });

const failure = z.object({
  success: z.literal(false),
  message: z.string().describe("Fit to be shown to people"),
  error: failureReason,
});

/** Answers shared by several features. */
export const commonAnswers = {
  Failure: failure,
  Done: answer({ message: message.optional() }),
} satisfies Answers;

export const done = { status: 200, is: commonAnswers.Done } as const;
