import { useComputedColorScheme } from "@mantine/core";
import CodeMirror, { EditorView, keymap, Prec } from "@uiw/react-codemirror";
import { graphql } from "cm6-graphql";
import { buildClientSchema, getIntrospectionQuery, type GraphQLSchema, type IntrospectionQuery } from "graphql";
import { useEffect, useMemo, useState } from "react";
import { editorLook } from "../sql/console/editorLook.ts";
import { signedFetch } from "../../core/session/signedFetch.ts";

interface GraphqlEditorProps {
  value: string;
  onChange: (value: string) => void;
  onRun: () => void;
}

/**
 * Editor for a GraphQL operation. Loaded in its own chunk. Completes and validates by the schema once the schema is
 * loaded. Tab leaves the editor, as in any field.
 */
export default function GraphqlEditor({ value, onChange, onRun }: GraphqlEditorProps) {
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const schema = useSchema();
  const extensions = useMemo(
    () => [
      Prec.highest(keymap.of([{ key: "Mod-Enter", run: () => (onRun(), true) }])),
      graphql(schema),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": "Operation", spellcheck: "false" }),
      Prec.highest(editorLook),
    ],
    [schema, onRun],
  );
  return (
    <CodeMirror
      value={value}
      theme={scheme}
      extensions={extensions}
      minHeight="220px"
      maxHeight="480px"
      indentWithTab={false}
      basicSetup={{ foldGutter: false, highlightActiveLine: false, highlightActiveLineGutter: false }}
      onChange={onChange}
    />
  );
}

/** Loads the schema; undefined until then, and if loading fails. The editor also works without it. */
function useSchema(): GraphQLSchema | undefined {
  const [schema, setSchema] = useState<GraphQLSchema>();
  useEffect(() => {
    const leaving = new AbortController();
    fetchSchema(leaving.signal).then(setSchema, () => undefined);
    return () => leaving.abort();
  }, []);
  return schema;
}

async function fetchSchema(signal: AbortSignal): Promise<GraphQLSchema> {
  const body = JSON.stringify({ query: getIntrospectionQuery({ inputValueDeprecation: true }) });
  const headers = { "content-type": "application/json" };
  const response = await signedFetch("/graphql", { method: "POST", headers, body, signal });
  const { data }: { data: IntrospectionQuery } = await response.json();
  return buildClientSchema(data);
}
