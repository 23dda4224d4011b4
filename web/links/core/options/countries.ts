import { countryCodes } from "../../../ui/countries/alpha3.ts";
import { countryName } from "./conditionFields.ts";

/** Select options for countries, sorted by name. */
export const countries = countryCodes
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label));
