/** Part of the name, code or original URL in any case: the expression is that of the index link_search. */
export const searchedText = "(name || E'\\n' || code || E'\\n' || original_url)";
