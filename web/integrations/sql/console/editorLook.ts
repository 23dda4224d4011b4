import { EditorView } from "@uiw/react-codemirror";

/** Theme of query editors, in the app's colours. */
export const editorLook = EditorView.theme({
  "&.cm-editor": { fontSize: "14px", backgroundColor: "var(--surface)" },
  "&.cm-editor .cm-gutters": { backgroundColor: "var(--surface-sunk)", color: "var(--ink-soft)", border: "none" },
  ".cm-scroller": { minHeight: "160px" },
  // Icons of completions are hidden, because they would need their own font.
  ".cm-completionIcon": { display: "none" },
  ".cm-content": { padding: "10px 0" },
  "&.cm-focused": { outline: "2px solid var(--hop)", outlineOffset: "-2px" },
});
