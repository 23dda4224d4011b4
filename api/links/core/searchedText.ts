/** Name, code and original URL without case and accents: the expression of the index link_search. */
export const searchedText = "folded(name || E'\\n' || code || E'\\n' || original_url)";
/** The expression of the index link_note_search. */
export const searchedNote = "folded(note)";
/** The expression of the index link_other_urls_search. */
export const searchedUrls = "folded(other_urls)";
