import { useMutation } from "@apollo/client/react";
import { Button, Code, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { loginPasswordProblem } from "@hoplog/schema/validation/identity.js";
import { useState } from "react";
import { failureOf } from "../../core/errors/failure.ts";
import { placeFailure } from "../../core/errors/placement.ts";
import { toastError } from "../../core/errors/toasts.tsx";
import {
  ConfirmTotpDocument,
  StartTotpDocument,
  type StartTotpMutation,
} from "../../core/graphql/generated/graphql.ts";
import { copyToClipboard } from "../../core/files/clipboard.ts";
import { PasswordField } from "../identity/PasswordField.tsx";
import { SecretQr } from "./SecretQr.tsx";

/** Sets up an authenticator app: password, QR code, first code. */
export function SetUp({ onDone }: { onDone: (recoveryCodes: readonly string[]) => void }) {
  const [secret, setSecret] = useState<StartTotpMutation["startTotp"] | null>(null);
  const [start, { loading: starting }] = useMutation(StartTotpDocument);
  const [confirm, { loading: confirming }] = useMutation(ConfirmTotpDocument);
  const passwordForm = useForm({
    initialValues: { currentPassword: "" },
    validate: { currentPassword: loginPasswordProblem },
    clearInputErrorOnChange: true,
  });
  const codeForm = useForm({
    initialValues: { code: "" },
    validate: { code: (code) => (/^\d{6}$/.test(code.replaceAll(" ", "")) ? null : "Enter six digits") },
    clearInputErrorOnChange: true,
  });

  const begin = async ({ currentPassword }: { currentPassword: string }) => {
    try {
      const { data } = await start({ variables: { currentPassword } });
      if (data) setSecret(data.startTotp);
    } catch (error) {
      const placed = placeFailure(failureOf(error), ["currentPassword"], "The secret could not be created");
      passwordForm.setErrors({ currentPassword: placed.fields.currentPassword ?? placed.general });
    }
  };
  const finish = async ({ code }: { code: string }) => {
    try {
      const { data } = await confirm({ variables: { code } });
      if (data) onDone(data.confirmTotp);
    } catch (error) {
      const fallback = "The code could not be checked";
      const placed = placeFailure(failureOf(error), ["code"], fallback);
      codeForm.setErrors({ code: placed.fields.code ?? placed.general });
      if (!placed.fields.code) toastError(error, fallback);
    }
  };

  if (!secret) {
    return (
      <form aria-label="Set up" noValidate onSubmit={passwordForm.onSubmit((values) => void begin(values))}>
        <Stack gap="md" maw={420}>
          <Text>
            With an authenticator app, signing in requires a code that only your phone shows. A stolen password alone
            opens nothing.
          </Text>
          <PasswordField
            label="Your password"
            what="password"
            autoComplete="current-password"
            {...passwordForm.getInputProps("currentPassword")}
          />
          <Button type="submit" loading={starting} style={{ alignSelf: "flex-start" }}>
            Set up
          </Button>
        </Stack>
      </form>
    );
  }
  return (
    <form aria-label="First code" noValidate onSubmit={codeForm.onSubmit((values) => void finish(values))}>
      <Stack gap="md" maw={420}>
        <Text>Scan this with your authenticator app, or enter the secret there.</Text>
        <SecretQr text={secret.uri} />
        <Code block aria-label="Secret" style={{ overflowWrap: "anywhere", whiteSpace: "normal" }}>
          {secret.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}
        </Code>
        <Group>
          <Button variant="default" onClick={() => void copyToClipboard(secret.secret)}>
            Copy secret
          </Button>
          <Button variant="default" component="a" href={secret.uri}>
            Open in app
          </Button>
        </Group>
        <TextInput
          label="Code that the app shows"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          {...codeForm.getInputProps("code")}
        />
        <Button type="submit" loading={confirming} style={{ alignSelf: "flex-start" }}>
          Turn on
        </Button>
      </Stack>
    </form>
  );
}
