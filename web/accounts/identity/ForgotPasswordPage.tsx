import { Anchor, Button, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { limits } from "@hoplog/schema/limits.js";
import { emailProblem } from "@hoplog/schema/validation/identity.js";
import { IconMailCheck } from "../../ui/elements/icons.ts";
import { useState } from "react";
import { Link } from "react-router-dom";
import { messageOr } from "../../core/errors/failure.ts";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import { ForgotPasswordDocument } from "../../core/graphql/generated/graphql.ts";
import { useGuestMutation } from "../../core/graphql/useGuestMutation.ts";
import { GuestLayout } from "../../core/layout/GuestLayout.tsx";
import { GuestField, GuestForm } from "./GuestForm.tsx";

const fields = ["email"] as const;

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const request = useGuestMutation(ForgotPasswordDocument);
  const form = useForm({
    initialValues: { email: "" },
    validate: { email: emailProblem },
    clearInputErrorOnChange: true,
  });

  const submit = async ({ email }: { email: string }) => {
    try {
      await request.run({ email: email.trim() });
      toastSuccess("Password reset email sent!");
      setSentTo(email.trim());
    } catch (error) {
      form.setErrors({ email: messageOr(error, "Failed to send reset email") });
      toastError(error, "Password reset request failed");
    }
  };

  if (sentTo !== null) {
    return (
      <GuestLayout
        title="Check Your Email"
        subtitle={
          <>
            If <strong>{sentTo}</strong> belongs to an account, a link to set a new password is on its way there.
          </>
        }
      >
        <Stack gap="md" align="stretch">
          <IconMailCheck size={52} stroke={1.3} color="var(--hop)" aria-hidden />
          <Text>The link expires in {limits.resetLinkMinutes} minutes. Look into the spam folder, too.</Text>
          <Button component={Link} to="/login" size="md">
            Back to Login
          </Button>
          <Button variant="default" size="md" onClick={() => setSentTo(null)}>
            Send Another Email
          </Button>
        </Stack>
      </GuestLayout>
    );
  }
  return (
    <GuestLayout title="Forgot your password?" subtitle="Enter your email, and we send you a link to set a new one.">
      <GuestForm label="Forgot your password?" fields={fields} form={form} submit={submit}>
        <Stack gap="md">
          <GuestField label="Email address" type="email" autoComplete="email" {...form.getInputProps("email")} />
          <Button type="submit" size="md" loading={request.busy}>
            Send Reset Link
          </Button>
          <Anchor component={Link} to="/login" size="sm" ta="center" fw={600}>
            Back to Login
          </Anchor>
        </Stack>
      </GuestForm>
    </GuestLayout>
  );
}
