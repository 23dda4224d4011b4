import { type SQLNamespace, sql, StandardSQL } from "@codemirror/lang-sql";
import { useComputedColorScheme } from "@mantine/core";
import CodeMirror, { EditorView, keymap, Prec } from "@uiw/react-codemirror";
import { useMemo } from "react";
import type { SqlView } from "./consoleCalls.ts";
import { editorLook } from "./editorLook.ts";

interface SqlEditorProps {
  value: string;
  views: readonly SqlView[];
  database: string;
  onChange: (value: string) => void;
  onRun: () => void;
}

/** Editor for an SQL query. Loaded in its own chunk. Tab leaves the editor, as in any field. */
export default function SqlEditor({ value, views, database, onChange, onRun }: SqlEditorProps) {
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const extensions = useMemo(
    () => [
      Prec.highest(keymap.of([{ key: "Mod-Enter", run: () => (onRun(), true) }])),
      sql({ dialect: StandardSQL, schema: schemaOf(views, database), upperCaseKeywords: true }),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": "Query", spellcheck: "false" }),
      Prec.highest(editorLook),
    ],
    [views, database, onRun],
  );
  return (
    <CodeMirror
      value={value}
      theme={scheme}
      extensions={extensions}
      minHeight="160px"
      maxHeight="420px"
      indentWithTab={false}
      basicSetup={{ foldGutter: false, highlightActiveLine: false, highlightActiveLineGutter: false }}
      onChange={onChange}
    />
  );
}

/** Returns the views by name, with and without the database prefix. */
function schemaOf(views: readonly SqlView[], database: string): SQLNamespace {
  const tables = Object.fromEntries(
    views.map(({ name, columns }) => [
      name,
      columns.map((column) => ({ label: column.name, type: "property", detail: column.type, info: column.comment })),
    ]),
  );
  return { ...tables, [database]: tables };
}
