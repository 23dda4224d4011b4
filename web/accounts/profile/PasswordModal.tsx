import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { loginPasswordProblem } from "@hoplog/schema/validation/identity.js";
import { useState } from "react";
import { FormDialog } from "../../ui/elements/FormDialog.tsx";
import { failureOf } from "../../core/errors/failure.ts";
import { placeFailure } from "../../core/errors/placement.ts";
import { toastError } from "../../core/errors/toasts.tsx";
import { PasswordField } from "../identity/PasswordField.tsx";

interface PasswordModalProps {
  title: string;
  text: string;
  /** Label of the submit button. */
  action: string;
  /** Whether the action permanently deletes data. */
  dangerous?: boolean;
  /** Error message if the server sends none. */
  fallback: string;
  onClose: () => void;
  /** Submits the password; rejects with the error to show beside the field. */
  onSubmit: (password: string) => Promise<void>;
}

/** Asks for the account's password before actions that a stolen session must not allow. */
export default function PasswordModal(props: PasswordModalProps) {
  const { title, text, action, dangerous = false, fallback, onClose, onSubmit } = props;
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { password: "" },
    validate: { password: loginPasswordProblem },
    clearInputErrorOnChange: true,
  });

  const submit = async ({ password }: { password: string }) => {
    setBusy(true);
    try {
      await onSubmit(password);
    } catch (error) {
      const placed = placeFailure(failureOf(error), ["password"], fallback);
      form.setErrors({ password: placed.fields.password ?? placed.general });
      toastError(error, fallback);
    } finally {
      setBusy(false);
    }
  };

  return (
    <FormDialog
      title={title}
      action={action}
      dangerous={dangerous}
      busy={busy}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => void submit(values))}
    >
      <Text>{text}</Text>
      <PasswordField
        label="Your password"
        what="password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps("password")}
      />
    </FormDialog>
  );
}
