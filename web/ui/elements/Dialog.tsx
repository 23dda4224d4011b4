import type { ModalProps } from "@mantine/core";
import { Modal } from "@mantine/core";
import { useIsTopmost } from "./useIsTopmost.ts";

/**
 * A modal dialog. Callers mount it only while it is open, so `opened` defaults to true. Escape closes only the topmost
 * dialog.
 */
export function Dialog({ opened = true, ...props }: Omit<ModalProps, "opened"> & { opened?: boolean }) {
  const isTopmost = useIsTopmost(opened);
  return <Modal opened={opened} closeOnEscape={isTopmost} closeButtonProps={{ "aria-label": "Close" }} {...props} />;
}
