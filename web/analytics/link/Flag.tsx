import { Badge } from "@mantine/core";
import { flagOf } from "./clickTexts.ts";

let supported: boolean | undefined;

/**
 * Detects emoji flags: systems without them (Windows) draw letters or boxes in the text's colour, whereas a flag has
 * other colours.
 */
function drawsFlags(): boolean {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!context) return false;
  context.fillStyle = "#000";
  context.font = "16px sans-serif";
  context.fillText(flagOf("DE"), 0, 16);
  const { data } = context.getImageData(0, 0, 24, 24);
  return data.some((value, index) => index % 4 < 3 && value > 60);
}

/** A country's flag, or its code on systems without flags. Decorative: the country's name is shown beside it. */
export function Flag({ code }: { code: string }) {
  if (flagOf(code) === "") return null;
  supported ??= drawsFlags();
  if (supported) return <span aria-hidden>{flagOf(code)} </span>;
  return (
    <Badge size="sm" radius="sm" variant="default" mr={6} aria-hidden>
      {code}
    </Badge>
  );
}
