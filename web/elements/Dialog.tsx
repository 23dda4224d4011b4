import type { ModalProps } from "@mantine/core";
import { Modal } from "@mantine/core";

/** A window above the page. It is rendered only while it is wanted, and so is open unless `opened` says otherwise. */
export function Dialog(props: Omit<ModalProps, "opened"> & { opened?: boolean }) {
  return <Modal opened closeButtonProps={{ "aria-label": "Close" }} {...props} />;
}
