import { Button, Group } from "@mantine/core";
import { IconCopy, IconDownload } from "@tabler/icons-react";
import { useMemo } from "react";
import { Dialog } from "../elements/Dialog.tsx";
import { toastFailure } from "../errors/toasts.tsx";
import { fileNameOf, saveFile } from "../files/saveFile.ts";
import type { LinkCardFragment } from "../graphql/generated/graphql.ts";
import { copyShortUrl } from "./copyText.ts";
import { shownUrl } from "./linkTexts.ts";
import { qrMatrix, qrPath, qrPng, qrSvg } from "./qr.ts";
import classes from "./QrModal.module.css";

/** Its own chunk: no page carries it before it is opened. */
export default function QrModal({ link, onClose }: { link: LinkCardFragment; onClose: () => void }) {
  const matrix = useMemo(() => qrMatrix(link.fullShortUrl), [link.fullShortUrl]);
  const name = fileNameOf("qr", link.shortUrl);

  const savePng = async () => {
    try {
      saveFile(`${name}.png`, await qrPng(matrix), "image/png");
    } catch {
      toastFailure("The picture could not be made");
    }
  };

  return (
    <Dialog onClose={onClose} size={400} title={`QR code of ${link.name}`}>
      <div className={classes.code}>
        <svg
          role="img"
          aria-label={`QR code of ${shownUrl(link)}`}
          viewBox={`0 0 ${matrix.length} ${matrix.length}`}
          shapeRendering="crispEdges"
        >
          <path d={qrPath(matrix)} />
        </svg>
      </div>
      <p className={classes.url}>{shownUrl(link)}</p>
      <Group justify="center" gap="xs">
        <Button
          leftSection={<IconDownload size={17} aria-hidden />}
          onClick={() => saveFile(`${name}.svg`, qrSvg(matrix), "image/svg+xml")}
        >
          SVG
        </Button>
        <Button leftSection={<IconDownload size={17} aria-hidden />} onClick={() => void savePng()}>
          PNG
        </Button>
        <Button
          variant="default"
          leftSection={<IconCopy size={17} aria-hidden />}
          onClick={() => void copyShortUrl(link.fullShortUrl)}
        >
          Copy URL
        </Button>
      </Group>
    </Dialog>
  );
}
