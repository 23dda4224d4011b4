import { isPlainText } from "@hoplog/schema/validation/plainText.js";
import { conversionLimits, type ConversionType, isCurrency } from "@hoplog/schema/conversions/conversion.js";
import { decodeHopId, type ReadHopId } from "@hoplog/schema/conversions/hopId.js";
import { type FieldError, validationError } from "@hoplog/schema/errors.js";

/** A conversion as a caller reports it; empty strings count as absent. */
export interface ConversionInput {
  /** The `hop_id` that the destination received. */
  readonly clickId: string;
  readonly type: ConversionType;
  readonly name?: string | null | undefined;
  readonly eventId?: string | null | undefined;
  readonly amount?: number | null | undefined;
  readonly currency?: string | null | undefined;
  readonly at?: Date | null | undefined;
}

export interface NewConversion {
  readonly click: ReadHopId;
  readonly type: ConversionType;
  readonly name: string;
  readonly eventId: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly at: Date;
}

const dayMs = 24 * 60 * 60 * 1000;
const { nameMax, eventIdMax, amountMax, clickDays, clockMs } = conversionLimits;

/** Validates a reported conversion. Throws VALIDATION_ERROR with the invalid fields. */
export function parseConversion(input: ConversionInput, now: Date): NewConversion {
  const problems: FieldError[] = [];
  const report = (field: string, message: string) => void problems.push({ field, message });
  const click = decodeHopId(input.clickId);
  if (!click) report("clickId", "Not a hop_id. Use the value of the parameter hop_id in the destination's URL.");
  else if (now.getTime() - click.clickedAt.getTime() > clickDays * dayMs) {
    report("clickId", `The click is more than ${clickDays} days old`);
  } else if (click.clickedAt.getTime() > now.getTime() + clockMs) report("clickId", "The click is in the future");
  const name = (input.name ?? "").trim().normalize("NFC");
  if (name.length > nameMax) report("name", `Must be at most ${nameMax} characters`);
  const eventId = input.eventId || null;
  if (eventId !== null && eventId.length > eventIdMax) report("eventId", `Must be at most ${eventIdMax} characters`);
  if (!isPlainText(name)) report("name", "The name contains control or invisible characters. Remove them.");
  if (!isPlainText(eventId ?? ""))
    report("eventId", "The eventId contains control or invisible characters. Remove them.");
  const amount = input.amount ?? null;
  const currency = input.currency?.trim().toUpperCase() || null;
  if (amount !== null && !(Number.isSafeInteger(amount) && amount >= 0 && amount <= amountMax)) {
    report("amount", `Must be a whole number of minor units, such as cents, from 0 to ${amountMax}`);
  }
  if (currency !== null && !isCurrency(currency)) report("currency", "Must be an ISO 4217 currency code, such as EUR");
  if (input.type === "sale" && amount === null) report("amount", "A sale requires an amount, in minor units");
  if ((input.type === "sale" || amount !== null) && currency === null)
    report("currency", "An amount requires a currency");
  if (currency !== null && amount === null && input.type === "lead") report("amount", "A currency requires an amount");
  const at = input.at ?? now;
  if (at.getTime() > now.getTime() + clockMs) report("at", "Must not be in the future");
  else if (click && problems.length === 0 && at < click.clickedAt) report("at", "Must not be before the click");
  if (!click || problems.length > 0) throw validationError(problems);
  return { click, type: input.type, name, eventId, amount, currency, at };
}
