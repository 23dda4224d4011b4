import { utmFields } from "@hoplog/schema/links/utm.js";
import { recordOf } from "@hoplog/schema/recordOf.js";
import { enumType } from "../../kernel/calls/enumType.ts";

/** The campaign parameters as GraphQL calls them. */
export const UtmFieldType = enumType(
  "UtmField",
  "A campaign parameter of a destination",
  recordOf(utmFields, (field) => `As \`${field}\``),
);
