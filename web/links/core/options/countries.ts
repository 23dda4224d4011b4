import { countryCodes } from "../../../ui/countries/alpha3.ts";
import { countryName } from "./conditionFields.ts";

/** To choose from, by their names. */
export const countries = countryCodes
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label));
