import { Button, FileButton, Group, NativeSelect, Switch, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { type QrLevel, qrLevels, type QrShape, qrShapes, quietMax } from "@hoplog/schema/qr/look.js";
import { logoBytesMax, logoTypes, plainDesign, type QrDesign } from "./design.ts";
import classes from "./QrModal.module.css";

const shapeTexts: Readonly<Record<QrShape, string>> = { square: "Square", rounded: "Rounded", dots: "Dots" };
const levelTexts: Readonly<Record<QrLevel, string>> = {
  L: "Low: 7 % may be covered",
  M: "Medium: 15 %",
  Q: "High: 25 %",
  H: "Highest: 30 %",
};
const shapeOptions = qrShapes.map((value) => ({ value, label: shapeTexts[value] }));
const levelOptions = qrLevels.map((value) => ({ value, label: levelTexts[value] }));
const quietOptions = Array.from({ length: quietMax + 1 }, (_, modules) => ({
  value: String(modules),
  label: modules === 1 ? "1 module" : `${modules} modules`,
}));

interface QrDesignFormProps {
  design: QrDesign;
  onChange: (design: QrDesign) => void;
}

/** Form for a QR code's design, which this browser stores for the next code. */
export function QrDesignForm({ design, onChange }: QrDesignFormProps) {
  const [logoError, setLogoError] = useState<string | null>(null);
  const resetLogo = useRef<() => void>(null);
  const set = (changes: Partial<QrDesign>) => onChange({ ...design, ...changes });
  const chooseLogo = async (file: File | null) => {
    if (!file) return;
    resetLogo.current?.();
    if (!logoTypes.includes(file.type)) return setLogoError("Must be a PNG, JPEG or WebP picture");
    if (file.size > logoBytesMax) return setLogoError("Must have at most 100 kB");
    setLogoError(null);
    // The logo covers modules of the code, so more error correction is needed.
    set({ logo: await dataUrl(file), level: "H" });
  };
  return (
    <div className={classes.form}>
      <TextInput
        type="color"
        label="Modules"
        value={design.dark}
        onChange={(event) => set({ dark: event.currentTarget.value })}
      />
      <TextInput
        type="color"
        label="Ground"
        value={design.light}
        onChange={(event) => set({ light: event.currentTarget.value })}
      />
      <NativeSelect
        label="Shape"
        data={shapeOptions}
        value={design.shape}
        onChange={(event) => set({ shape: qrShapes.find((one) => one === event.currentTarget.value) ?? "square" })}
      />
      <NativeSelect
        label="Corners"
        data={shapeOptions}
        value={design.corners}
        onChange={(event) => set({ corners: qrShapes.find((one) => one === event.currentTarget.value) ?? "square" })}
      />
      <NativeSelect
        label="Quiet zone"
        data={quietOptions}
        value={String(design.quiet)}
        onChange={(event) => set({ quiet: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        label="Error correction"
        data={levelOptions}
        value={design.level}
        onChange={(event) => set({ level: qrLevels.find((one) => one === event.currentTarget.value) ?? "M" })}
      />
      <Switch
        className={classes.wide}
        label="Tell scans from clicks"
        description="The code leads to the link with ?hop-qr behind it, and Analytics lists its scans under Trigger."
        checked={design.tellsScans}
        onChange={(event) => set({ tellsScans: event.currentTarget.checked })}
      />
      <Group gap="xs" className={classes.wide}>
        <FileButton
          resetRef={resetLogo}
          accept={logoTypes.join(",")}
          inputProps={{ "aria-label": "Logo" }}
          onChange={(file) => void chooseLogo(file)}
        >
          {(props) => (
            <Button {...props} variant="default">
              {design.logo === null ? "Add a logo" : "Another logo"}
            </Button>
          )}
        </FileButton>
        {design.logo !== null && (
          <Button variant="default" onClick={() => set({ logo: null })}>
            Remove the logo
          </Button>
        )}
        <Button variant="subtle" onClick={() => onChange(plainDesign)}>
          Plain again
        </Button>
      </Group>
      {logoError !== null && (
        <p role="alert" className={classes.error}>
          {logoError}
        </p>
      )}
    </div>
  );
}

function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    const failed = () => reject(reader.error ?? new Error("The file can't be read"));
    reader.addEventListener("load", () => (typeof reader.result === "string" ? resolve(reader.result) : failed()));
    reader.addEventListener("error", failed);
    reader.readAsDataURL(file);
  });
}
