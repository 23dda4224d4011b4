import { z } from "zod";
import { optionalText } from "../../kernel/calls/parse.ts";

/** A made-up visitor without the time; what is missing is not known of them. */
export const visitorFields = z.object({
  country: z
    .string("Must be a text")
    .regex(/^[A-Za-z]{2}$/, "Must be a country's two letters")
    .nullish(),
  userAgent: optionalText,
  language: optionalText,
  query: optionalText,
  referrer: optionalText,
  address: z.union([z.ipv4(), z.ipv6()], "Must be an IP address").nullish(),
});
