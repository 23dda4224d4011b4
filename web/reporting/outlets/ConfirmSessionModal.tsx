import { useMutation } from "@apollo/client/react";
import { Button, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { currentPasswordProblem } from "@hoplog/schema/validation/identity.js";
import { useState } from "react";
import { FormDialog } from "../../ui/elements/FormDialog.tsx";
import { placeError } from "../../core/errors/placement.ts";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import { ConfirmSessionDocument, MailConfirmCodeDocument } from "../../core/graphql/generated/graphql.ts";
import { PasswordField } from "../../accounts/identity/PasswordField.tsx";

const fallback = "The confirmation failed";

/**
 * Dialog to confirm the session with the password or an emailed code; `onEnd` receives whether it is confirmed. Loaded
 * in its own chunk.
 */
export default function ConfirmSessionModal({ onEnd }: { onEnd: (isConfirmed: boolean) => void }) {
  const [confirm, { loading }] = useMutation(ConfirmSessionDocument);
  const [mailCode, { loading: isMailing }] = useMutation(MailConfirmCodeDocument);
  const [byCode, setByCode] = useState(false);
  const form = useForm({
    initialValues: { currentPassword: "", code: "" },
    validate: {
      currentPassword: (value) => (byCode ? null : currentPasswordProblem(value)),
      code: (value) => (byCode && value.trim() === "" ? "Code is required" : null),
    },
    clearInputErrorOnChange: true,
  });

  const submit = async ({ currentPassword, code }: typeof form.values) => {
    try {
      await confirm({ variables: byCode ? { code } : { currentPassword } });
      onEnd(true);
    } catch (error) {
      placeError(form, error, ["currentPassword", "code"], fallback);
      toastError(error, fallback);
    }
  };

  const sendCode = async () => {
    try {
      await mailCode();
      setByCode(true);
      toastSuccess("Code sent. Check your mail.");
    } catch (error) {
      placeError(form, error, ["currentPassword", "code"], "The code could not be sent");
      toastError(error, "The code could not be sent");
    }
  };

  return (
    <FormDialog
      title="Confirm it's you"
      action="Confirm"
      busy={loading}
      onClose={() => onEnd(false)}
      onSubmit={form.onSubmit((values) => void submit(values))}
    >
      <Text>This sends data out of your account or lets others in.</Text>
      {byCode ? (
        <TextInput
          label="Code from the mail"
          autoComplete="one-time-code"
          data-autofocus
          {...form.getInputProps("code")}
        />
      ) : (
        <>
          <PasswordField
            label="Your password"
            what="password"
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps("currentPassword")}
          />
          <Button variant="subtle" size="compact-sm" loading={isMailing} onClick={() => void sendCode()}>
            No password? Get a code by mail
          </Button>
        </>
      )}
    </FormDialog>
  );
}
