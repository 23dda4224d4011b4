import { errorTypes } from "@hoplog/schema/errors.js";
import { z } from "zod";
import type { Answers } from "../calls/operation.ts";

// Schemas shared by REST answers. Tests check real answers against them.

export const recordId = z.uuid();
export const instant = z.iso.datetime({ precision: 3 });
export const count = z.int().min(0);
export const countOrUnknown = count
  .nullable()
  .describe("Number of clicks; null while the analytics database is unavailable");
export const message = z.string();
export const etag = z.string().describe("Version of this object for If-Match or ifMatch; changes with every edit");

/** The clicks of one interval of a chart. */
export const chartPoint = z
  .object({
    at: z.string().describe("Start of an hour in ISO 8601, or the first day of a longer interval as YYYY-MM-DD"),
    clicks: count.describe("Number of clicks in the interval"),
  })
  .meta({ title: "ChartPoint" });

export const moneyAmount = z
  .object({
    currency: z.string().describe("ISO 4217 currency code"),
    amount: count.describe("Amount in minor units of the currency, such as cents"),
  })
  .meta({ title: "MoneyAmount" });

export const groupReference = z.object({ _id: recordId, name: z.string() }).meta({ title: "GroupReference" });

/** Marks a field that is sent only for old clients and is not documented. */
export const undocumented = { undocumented: true } as const;

/** Builds the schema of a successful response. */
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
        .describe(
          "true if the sign-in is too old for this call. Confirm the session with POST /api/auth/confirm, then repeat the call",
        ),
      requestId: z
        .string()
        .optional()
        .describe("ID of the request in the server's log; only for errors that the caller did not cause"),
    }),
  })
  .meta({ title: "FailureReason" });

const failure = z.object({
  success: z.literal(false),
  message: z.string().describe("Error message for users"),
  error: failureReason,
});

/** Responses shared by several features. */
export const commonAnswers = {
  Failure: failure,
  Done: answer({ message: message.optional() }),
} satisfies Answers;

export const done = { status: 200, is: commonAnswers.Done } as const;
