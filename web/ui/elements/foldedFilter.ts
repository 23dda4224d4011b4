import { folded } from "@hoplog/schema/folded.js";
import type { OptionsFilter } from "@mantine/core";

/** Select filter that matches labels containing the search text, ignoring case and accents; groups remain complete. */
export const foldedFilter: OptionsFilter = ({ options, search, limit }) => {
  const wanted = folded(search.trim());
  return options.filter((option) => "group" in option || folded(option.label).includes(wanted)).slice(0, limit);
};
