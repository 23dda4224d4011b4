import { folded } from "@hoplog/schema/folded.js";
import type { OptionsFilter } from "@mantine/core";

/** Options of a select whose label holds what was typed, without case and accents; groups stay whole. */
export const foldedFilter: OptionsFilter = ({ options, search, limit }) => {
  const wanted = folded(search.trim());
  return options.filter((option) => "group" in option || folded(option.label).includes(wanted)).slice(0, limit);
};
