import { Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { loginPasswordProblem } from "@hoplog/schema/validation/identity.js";
import { useState } from "react";
import { failureOf } from "../../core/errors/failure.ts";
import { placeFailure } from "../../core/errors/placement.ts";
import { toastError } from "../../core/errors/toasts.tsx";
import { FormDialog } from "../../ui/elements/FormDialog.tsx";
import { PasswordField } from "../identity/PasswordField.tsx";

export interface BothFactors {
  readonly currentPassword: string;
  readonly code: string;
}

interface BothFactorsModalProps {
  title: string;
  text: string;
  /** Label of the submit button. */
  action: string;
  dangerous?: boolean;
  /** Error message if the server sends none. */
  fallback: string;
  onClose: () => void;
  /** Submits the password and the code; rejects with the error to show beside the fields. */
  onSubmit: (given: BothFactors) => Promise<void>;
}

/** Dialog that asks for the account's password and a code of its second factor. */
export default function BothFactorsModal(props: BothFactorsModalProps) {
  const { title, text, action, dangerous = false, fallback, onClose, onSubmit } = props;
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { currentPassword: "", code: "" },
    validate: {
      currentPassword: loginPasswordProblem,
      code: (code) => (code.trim() === "" ? "Enter a code" : null),
    },
    clearInputErrorOnChange: true,
  });

  const submit = async (given: BothFactors) => {
    setBusy(true);
    try {
      await onSubmit(given);
    } catch (error) {
      const placed = placeFailure(failureOf(error), ["currentPassword", "code"], fallback);
      form.setErrors({ ...placed.fields });
      if (Object.keys(placed.fields).length === 0) toastError(error, fallback);
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
        {...form.getInputProps("currentPassword")}
      />
      <TextInput label="Code" autoComplete="one-time-code" maxLength={40} {...form.getInputProps("code")} />
    </FormDialog>
  );
}
