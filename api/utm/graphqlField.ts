import { utmFields } from "@hoplog/schema/links/utm.js";
import { registerEnumType } from "type-graphql";

/** The campaign parameters as GraphQL calls them. */
export const UtmFieldType = Object.fromEntries(utmFields.map((field) => [field.toUpperCase(), field]));
registerEnumType(UtmFieldType, {
  name: "UtmField",
  description: "A campaign parameter of a destination",
  valuesConfig: Object.fromEntries(utmFields.map((field) => [field.toUpperCase(), { description: `As \`${field}\`` }])),
});
