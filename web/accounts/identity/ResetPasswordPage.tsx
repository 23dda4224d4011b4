import { Anchor, Button, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { limits } from "@hoplog/schema/limits.js";
import { confirmPasswordProblem, resetPasswordProblem } from "@hoplog/schema/validation/identity.js";
import { useEffect, useState } from "react";
import { Link, Navigate, useNavigate, useSearchParams } from "react-router-dom";
import { ErrorBanner } from "../../core/errors/ErrorBanner.tsx";
import type { Failure } from "../../core/errors/failure.ts";
import { placeError } from "../../core/errors/placement.ts";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import { ResetPasswordDocument } from "../../core/graphql/generated/graphql.ts";
import { useGuestMutation } from "../../core/graphql/useGuestMutation.ts";
import { GuestLayout } from "../../core/layout/GuestLayout.tsx";
import { GuestForm } from "./GuestForm.tsx";
import { Checklist } from "./Checklist.tsx";
import { PasswordField } from "./PasswordField.tsx";

const fields = ["newPassword", "confirmPassword"] as const;
const toLoginMs = 2000;

export function ResetPasswordPage() {
  const [query] = useSearchParams();
  const token = query.get("token") ?? "";
  return token === "" ? <Navigate to="/forgot-password" replace /> : <ResetForm token={token} />;
}

function ResetForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const reset = useGuestMutation(ResetPasswordDocument);
  const [failure, setFailure] = useState<Pick<Failure, "type" | "message"> | null>(null);
  const [done, setDone] = useState(false);
  const form = useForm({
    initialValues: { newPassword: "", confirmPassword: "" },
    validate: {
      newPassword: resetPasswordProblem,
      confirmPassword: (value, all) => confirmPasswordProblem(all.newPassword, value),
    },
    clearInputErrorOnChange: true,
    onValuesChange: () => setFailure(null),
  });

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => void navigate("/login"), toLoginMs);
    return () => clearTimeout(timer);
  }, [done, navigate]);

  const submit = async ({ newPassword }: typeof form.values) => {
    setFailure(null);
    try {
      await reset.run({ resetToken: token, newPassword });
      toastSuccess("Password reset successfully!");
      setDone(true);
    } catch (error) {
      setFailure(placeError(form, error, fields, "Password reset failed"));
      toastError(error, "Password reset failed");
    }
  };

  const { newPassword, confirmPassword } = form.values;
  return (
    <GuestLayout title="Set a new password" subtitle="It takes the place of the one that you forgot.">
      <GuestForm label="Set a new password" fields={fields} form={form} submit={submit}>
        <Stack gap="md">
          {failure && <ErrorBanner {...failure} onDismiss={() => setFailure(null)} />}
          <PasswordField label="New password" what="new password" {...form.getInputProps("newPassword")} />
          <PasswordField
            label="Confirm password"
            what="password confirmation"
            {...form.getInputProps("confirmPassword")}
          />
          <Checklist
            checks={[
              {
                text: `At least ${limits.laterPasswordMin} characters long`,
                good: newPassword.length >= limits.laterPasswordMin,
              },
              { text: "Passwords match", good: newPassword !== "" && newPassword === confirmPassword },
            ]}
          />
          <Button type="submit" size="md" loading={reset.busy} disabled={done}>
            Reset Password
          </Button>
          {done ? (
            <Text role="status" ta="center">
              Your password is set. Taking you to the login…
            </Text>
          ) : (
            <Anchor component={Link} to="/forgot-password" size="sm" ta="center" fw={600}>
              Ask for another link
            </Anchor>
          )}
        </Stack>
      </GuestForm>
    </GuestLayout>
  );
}
