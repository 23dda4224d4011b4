import { NativeSelect } from "@mantine/core";
import { SaveAs } from "../views/SaveAs.tsx";
import { usePresets } from "../views/usePresets.ts";

interface UtmTemplatesProps {
  /** The present campaign parameters, as a URL query string. */
  present: string;
  onChoose: (parameters: URLSearchParams) => void;
}

const none = "";

/** Fills in parameters from a template, and saves the present ones as a template. */
export function UtmTemplates({ present, onChoose }: UtmTemplatesProps) {
  const { presets = [], saving, save } = usePresets("utmTemplate");
  const chosen = presets.find(({ query }) => query === present);
  return (
    <>
      {presets.length > 0 && (
        <NativeSelect
          mb="sm"
          size="sm"
          label="Template"
          data={[{ value: none, label: "Choose one" }, ...presets.map(({ id, name }) => ({ value: id, label: name }))]}
          value={chosen?.id ?? none}
          onChange={({ currentTarget: { value } }) => {
            const template = presets.find(({ id }) => id === value);
            if (template) onChoose(new URLSearchParams(template.query));
          }}
        />
      )}
      {present !== "" && !chosen && (
        <SaveAs label="Save these values as a template" busy={saving} onSave={(name) => save(name, present)} />
      )}
    </>
  );
}
