import { GraphQLDateTime } from "graphql-scalars";
import { z } from "zod";
import { optionalText } from "../../kernel/contract/parse.ts";
import { input } from "../../kernel/contract/entity.ts";
import { graphqlTypes } from "../../kernel/contract/graphqlTypes.ts";

/** The texts of a made-up visitor; omitted ones are unknown. */
export const visitorTexts = {
  country: z
    .string("Must be a text")
    .regex(/^[A-Za-z]{2}$/, "Must be a country's two letters")
    .nullish()
    .describe("ISO 3166-1 alpha-2; overrides the country of the address"),
  userAgent: optionalText.describe("User-Agent of the browser"),
  language: optionalText.describe("As in Accept-Language: de-AT,de;q=0.9"),
  query: optionalText.describe("Query string of the short URL"),
  referrer: optionalText.describe("URL of the referring page"),
  address: z
    .union([z.ipv4(), z.ipv6()], "Must be an IP address")
    .register(graphqlTypes, { type: String })
    .nullish()
    .describe("An IP address"),
};

export const visitorInput = input("VisitorInput", "A made-up visitor; omitted fields are unknown", {
  ...visitorTexts,
  at: z.iso
    .datetime({ offset: true, error: "Must be a date and time in ISO 8601 with an offset" })
    .transform((text) => new Date(text))
    .register(graphqlTypes, { type: GraphQLDateTime })
    .nullish()
    .describe("Time of the visit; now by default"),
});
