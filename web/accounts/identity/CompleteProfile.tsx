import { Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import {
  completionContactNumberProblem,
  completionPasswordProblem,
  confirmPasswordProblem,
} from "@hoplog/schema/validation/identity.js";
import { personalPasswordProblem } from "@hoplog/schema/validation/weakPasswords.js";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { ErrorBanner } from "../../core/errors/ErrorBanner.tsx";
import type { Failure } from "../../core/errors/failure.ts";
import { placeError } from "../../core/errors/placement.ts";
import { toastSuccess } from "../../core/errors/toasts.tsx";
import { GuestLayout } from "../../core/layout/GuestLayout.tsx";
import { homeAfterSignIn } from "../../core/session/afterSignIn.ts";
import { postJson } from "../../core/session/postJson.ts";
import { useSession } from "../../core/session/SessionProvider.tsx";
import { StorageBlocked } from "../../core/session/tokens.ts";
import { readCompletion } from "./completion.ts";
import type { GoogleIdentity } from "./googleAnswer.ts";
import { GuestField } from "./GuestForm.tsx";
import { PasswordField } from "./PasswordField.tsx";
import { StorageNote } from "./StorageNote.tsx";

const fields = ["contactNumber", "password", "confirmPassword"] as const;

/** Asks for the fields that an account lacks after its first sign-in with the sign-in provider. */
export function CompleteProfile({ identity }: { identity: GoogleIdentity }) {
  const { signIn } = useSession();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Pick<Failure, "type" | "message"> | null>(null);

  const form = useForm({
    initialValues: { contactNumber: "", password: "", confirmPassword: "" },
    validate: {
      contactNumber: completionContactNumberProblem,
      password: (value) => completionPasswordProblem(value) ?? personalPasswordProblem(value, identity),
      confirmPassword: (value, all) => confirmPasswordProblem(all.password, value),
    },
    clearInputErrorOnChange: true,
    onValuesChange: () => setFailure(null),
  });

  const submit = async ({ contactNumber, password }: typeof form.values) => {
    setBusy(true);
    setFailure(null);
    try {
      const answer = await postJson("/api/auth/google-oauth-complete", {
        ...identity,
        contactNumber: contactNumber.trim(),
        password,
      });
      const { user, tokens } = readCompletion(answer);
      await signIn(user, tokens);
      toastSuccess("Registration successful!");
      await navigate(homeAfterSignIn(), { replace: true });
    } catch (error) {
      if (error instanceof StorageBlocked) return;
      const general = placeError(form, error, fields, "Something went wrong");
      const lost = general?.type === "NETWORK_ERROR";
      setFailure(lost ? { ...general, message: "Network error. Please try again." } : general);
    } finally {
      setBusy(false);
    }
  };

  return (
    <GuestLayout title="Complete Your Profile" subtitle="Two things are missing for your account.">
      <form noValidate onSubmit={form.onSubmit((values) => void submit(values))} aria-label="Complete Your Profile">
        <Stack gap="sm">
          <StorageNote />
          {failure && <ErrorBanner {...failure} onDismiss={() => setFailure(null)} />}
          <TextInput label="Full Name" value={identity.name} readOnly variant="filled" />
          <TextInput label="Email address" value={identity.email} readOnly variant="filled" />
          <GuestField label="Contact Number" type="tel" autoComplete="tel" {...form.getInputProps("contactNumber")} />
          <PasswordField label="Password" what="password" {...form.getInputProps("password")} />
          <PasswordField
            label="Confirm Password"
            what="password confirmation"
            {...form.getInputProps("confirmPassword")}
          />
          <Button type="submit" size="md" loading={busy} mt="xs">
            Complete Registration
          </Button>
          <Text size="sm" c="dimmed" ta="center">
            Already have an account?{" "}
            <Anchor component={Link} to="/login" fw={600}>
              Sign in
            </Anchor>
          </Text>
        </Stack>
      </form>
    </GuestLayout>
  );
}
