import { GraphQLDateTime } from "graphql-scalars";
import { z } from "zod";
import { optionalText } from "../../kernel/contract/parse.ts";
import { input } from "../../kernel/contract/entity.ts";
import { graphqlTypes } from "../../kernel/contract/graphqlTypes.ts";

/** The text fields of a made-up visitor; omitted ones are unknown. */
export const visitorTexts = {
  country: z
    .string("Must be a string")
    .regex(/^[A-Za-z]{2}$/, "Must be a two-letter country code, such as DE")
    .nullish()
    .describe("ISO 3166-1 alpha-2 country code; overrides the country of `address`"),
  userAgent: optionalText.describe("User-Agent header of the browser"),
  language: optionalText.describe("Accept-Language header, such as de-AT,de;q=0.9"),
  query: optionalText.describe("Query string of the short URL, without the leading `?`"),
  referrer: optionalText.describe("URL of the referring page"),
  address: z
    .union([z.ipv4(), z.ipv6()], "Must be an IP address")
    .register(graphqlTypes, { type: String })
    .nullish()
    .describe("IP address of the visitor"),
};

export const visitorInput = input("VisitorInput", "A simulated visitor; omitted properties are unknown", {
  ...visitorTexts,
  at: z.iso
    .datetime({ offset: true, error: "Must be a date and time in ISO 8601 with an offset" })
    .transform((text) => new Date(text))
    .register(graphqlTypes, { type: GraphQLDateTime })
    .nullish()
    .describe("Time of the visit; now by default"),
});
