import type { GroupProps } from "@mantine/core";
import { Button, Group, Stack } from "@mantine/core";
import type { ReactNode, SubmitEventHandler } from "react";
import { Dialog } from "./Dialog.tsx";

interface FormButtonsProps extends Pick<GroupProps, "mt"> {
  /** Label of the submit button. */
  action: string;
  /** Whether the action permanently deletes data. */
  dangerous?: boolean;
  busy: boolean;
  onClose: () => void;
}

interface FormDialogProps extends FormButtonsProps {
  title: string;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  children: ReactNode;
}

/** A form in a dialog. Closing it discards the form, so that the form is empty when opened again. */
export function FormDialog({ title, onSubmit, children, ...buttons }: FormDialogProps) {
  return (
    <Dialog onClose={buttons.onClose} title={title}>
      <form noValidate onSubmit={onSubmit} aria-label={title}>
        <Stack gap="md">
          {children}
          <FormButtons {...buttons} />
        </Stack>
      </form>
    </Dialog>
  );
}

/** Cancel and submit buttons of a dialog's form. */
export function FormButtons({ action, dangerous = false, busy, onClose, ...group }: FormButtonsProps) {
  return (
    <Group justify="flex-end" {...group}>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" {...(dangerous && { color: "red.9" })} loading={busy}>
        {action}
      </Button>
    </Group>
  );
}
