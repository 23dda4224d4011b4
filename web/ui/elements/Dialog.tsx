import type { ModalProps } from "@mantine/core";
import { Modal } from "@mantine/core";
import { useIsTopmost } from "./useIsTopmost.ts";

/**
 * A window above the page. It is rendered only while it is wanted, and so is open unless `opened` says otherwise. Of dialogs above
 * each other, Escape closes the topmost.
 */
export function Dialog({ opened = true, ...props }: Omit<ModalProps, "opened"> & { opened?: boolean }) {
  const isTopmost = useIsTopmost(opened);
  return <Modal opened={opened} closeOnEscape={isTopmost} closeButtonProps={{ "aria-label": "Close" }} {...props} />;
}
