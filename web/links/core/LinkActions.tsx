import {
  IconArchive,
  IconArchiveOff,
  IconEdit,
  IconHistory,
  IconPlayerPause,
  IconPlayerPlay,
  IconQrcode,
  IconTrash,
} from "../../ui/elements/icons.ts";
import type { ActionIconProps } from "@mantine/core";
import { IconButton } from "../../ui/elements/IconButton.tsx";
import type { ListedLink } from "./listedLink.ts";
import type { RowActions } from "./rowActions.ts";

interface LinkActionsProps extends Pick<ActionIconProps, "size"> {
  link: ListedLink;
  on: RowActions;
  iconSize?: number;
}

/** Action buttons of a link, shared by cards and rows. */
export function LinkActions({ link, on, ...size }: LinkActionsProps) {
  return (
    <>
      <IconButton {...size} icon={IconQrcode} label="QR code" of={link.name} onClick={() => on.qr(link)} />
      <IconButton
        {...size}
        icon={IconHistory}
        label="History"
        of={`of ${link.name}`}
        onClick={() => on.history(link)}
      />
      <IconButton {...size} icon={IconEdit} label="Edit" of={link.name} onClick={() => on.edit(link)} />
      <IconButton
        {...size}
        icon={link.isActive ? IconPlayerPause : IconPlayerPlay}
        label={link.isActive ? "Deactivate" : "Activate"}
        of={link.name}
        onClick={() => on.toggle(link)}
      />
      <IconButton
        {...size}
        icon={link.isArchived ? IconArchiveOff : IconArchive}
        label={link.isArchived ? "Take out of the archive" : "Archive"}
        of={link.name}
        onClick={() => on.archive(link)}
      />
      <IconButton
        {...size}
        icon={IconTrash}
        label="Delete"
        of={link.name}
        color="red"
        onClick={() => on.remove(link)}
      />
    </>
  );
}
