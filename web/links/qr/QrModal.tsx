import { Alert, Button, Group, Skeleton, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconChevronDown, IconCopy, IconDownload } from "../../ui/elements/icons.ts";
import { useState } from "react";
import { Dialog } from "../../ui/elements/Dialog.tsx";
import { fileNameOf, saveFile } from "../../core/files/saveFile.ts";
import { lastDesign, type QrDesign, rememberDesign, textOfCode } from "./design.ts";
import { SavedDesigns } from "./SavedDesigns.tsx";
import { QrDesignForm } from "./QrDesignForm.tsx";
import classes from "./QrModal.module.css";
import { useDrawnQr } from "./useDrawnQr.ts";

/** Milliseconds before drawing, because a dragged colour picker changes its colour many times a second. */
const settledMs = 150;

interface QrModalProps {
  /** The link's name. */
  name: string;
  /** Code of the link, used in file names. */
  code: string;
  /** The URL that the QR code encodes. */
  url: string;
  /** The URL for display. */
  shownUrl: string;
  onCopy: () => void;
  onClose: () => void;
}

/** Dialog with a link's QR code and a form for the code's design. Loaded in its own chunk when first opened. */
export default function QrModal({ name, code, url, shownUrl, onCopy, onClose }: QrModalProps) {
  const [design, setDesign] = useState(lastDesign);
  const [settled] = useDebouncedValue(design, settledMs);
  const [designing, setDesigning] = useState(false);
  const { drawn, failed } = useDrawnQr(textOfCode(url, settled), settled);
  const fileName = fileNameOf("qr", code);
  const change = (changed: QrDesign) => {
    setDesign(changed);
    rememberDesign(changed);
  };
  return (
    <Dialog onClose={onClose} size={400} title={`QR code of ${name}`}>
      <div className={classes.code}>
        {drawn ? (
          <img src={drawn.url} alt={`QR code of ${shownUrl}`} />
        ) : (
          !failed && <Skeleton height={240} radius={0} />
        )}
      </div>
      <p className={classes.url}>{shownUrl}</p>
      <div role="status" className={classes.status}>
        {failed && <Alert color="red">The picture could not be made.</Alert>}
        {drawn && !drawn.isReadable && (
          <Alert color="yellow" title="This code can't be read">
            Choose dark modules on a light ground, more quiet around it, a higher error correction, or a smaller design.
          </Alert>
        )}
        {drawn?.isReadable && <span className={classes.readable}>Read back: it leads to this link.</span>}
      </div>
      <Group justify="center" gap="xs">
        <Button
          leftSection={<IconDownload size={17} aria-hidden />}
          disabled={!drawn}
          onClick={() => drawn && saveFile(`${fileName}.svg`, drawn.svg, "image/svg+xml")}
        >
          SVG
        </Button>
        <Button
          leftSection={<IconDownload size={17} aria-hidden />}
          disabled={!drawn}
          onClick={() => drawn && saveFile(`${fileName}.png`, drawn.png, "image/png")}
        >
          PNG
        </Button>
        <Button variant="default" leftSection={<IconCopy size={17} aria-hidden />} onClick={onCopy}>
          Copy URL
        </Button>
      </Group>
      <UnstyledButton className={classes.more} aria-expanded={designing} onClick={() => setDesigning(!designing)}>
        <IconChevronDown size={16} aria-hidden className={classes.chevron} />
        Design
      </UnstyledButton>
      {designing && (
        <>
          <QrDesignForm design={design} onChange={change} />
          <SavedDesigns design={design} onChange={change} />
        </>
      )}
    </Dialog>
  );
}
