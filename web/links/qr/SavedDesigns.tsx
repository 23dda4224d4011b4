import { parseQrLook, plainLook, qrLookText } from "@hoplog/schema/qr/look.js";
import { Skeleton } from "@mantine/core";
import rows from "../../ui/elements/namedRows.module.css";
import { QueryFailure } from "../../core/errors/ErrorBanner.tsx";
import { SaveAs } from "../views/SaveAs.tsx";
import { UsedPreset } from "../views/UsedPreset.tsx";
import { usePresets } from "../views/usePresets.ts";
import type { QrDesign } from "./design.ts";
import classes from "./QrModal.module.css";

interface SavedDesignsProps {
  design: QrDesign;
  onChange: (design: QrDesign) => void;
}

/**
 * The workspace's saved designs, shared by its users and devices. They exclude the logo, which stays in this browser.
 */
export function SavedDesigns({ design, onChange }: SavedDesignsProps) {
  const { presets, error, refetch, saving, save, change, remove } = usePresets("qrDesign");
  const present = qrLookText(design);
  const apply = (query: string) => {
    const read = parseQrLook(query);
    onChange({ ...design, ...("look" in read ? read.look : plainLook) });
  };
  return (
    <div className={classes.kept}>
      <SaveAs
        label="Keep this design as"
        busy={saving}
        disabled={present === "" ? "This is the plain one." : null}
        onSave={(name) => save(name, present)}
      />
      {design.logo !== null && <p className={rows.note}>The logo stays in this browser.</p>}
      {error && !presets && <QueryFailure error={error} refetch={refetch} />}
      {!presets && !error && <Skeleton height={48} radius="md" />}
      {presets && presets.length > 0 && (
        <ul className={rows.list} aria-label="Kept designs">
          {presets.map((preset) => (
            <UsedPreset
              key={preset.id}
              preset={preset}
              present={present}
              presentText="this design"
              replaceable={present !== ""}
              verb="Use"
              onUse={apply}
              change={change}
              remove={remove}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
