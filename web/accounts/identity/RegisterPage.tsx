import { Anchor, Button, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { limits } from "@hoplog/schema/limits.js";
import { IconCheck, IconX } from "../../ui/elements/icons.ts";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { ErrorBanner } from "../../core/errors/ErrorBanner.tsx";
import type { FailureType } from "../../core/errors/failure.ts";
import { placeError } from "../../core/errors/placement.ts";
import { toastSuccess } from "../../core/errors/toasts.tsx";
import { RegisterDocument } from "../../core/graphql/generated/graphql.ts";
import { useGuestMutation } from "../../core/graphql/useGuestMutation.ts";
import { GuestLayout } from "../../core/layout/GuestLayout.tsx";
import { GoogleButton } from "./GoogleButton.tsx";
import { GuestField, GuestForm } from "./GuestForm.tsx";
import { PasswordMeter } from "./PasswordMeter.tsx";
import { PasswordField } from "./PasswordField.tsx";
import type { Registration } from "./registration.ts";
import { emptyRegistration, registrationChecks, registrationFields, registrationStatus } from "./registration.ts";
import { RegistrationProgress } from "./RegistrationProgress.tsx";

const requirements = `Name ${limits.nameMin}-${limits.nameMax} characters, a valid email, a contact number, and a password of at least ${limits.signUpPasswordMin} characters.`;

export function RegisterPage() {
  const navigate = useNavigate();
  const registration = useGuestMutation(RegisterDocument);
  const [failure, setFailure] = useState<{ type: FailureType; message: string } | null>(null);
  const [retries, setRetries] = useState(0);

  const form = useForm<Registration>({
    initialValues: emptyRegistration,
    validate: registrationChecks,
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    onValuesChange: (next) => {
      setFailure(null);
      setRetries(0);
      // A change of one password field may resolve the error of the other one.
      if (next.confirmPassword !== "" && next.confirmPassword === next.password)
        form.clearFieldError("confirmPassword");
    },
  });
  const { values } = form;
  const shownErrors = Object.values(form.errors).filter(Boolean).length;

  const submit = async (input: Registration) => {
    setFailure(null);
    try {
      await registration.run({
        input: {
          ...input,
          name: input.name.trim(),
          email: input.email.trim(),
          contactNumber: input.contactNumber.trim(),
        },
      });
      toastSuccess("Registration successful! Please login.");
      await navigate("/login");
    } catch (error) {
      setFailure(placeError(form, error, registrationFields, "Registration failed. Please try again."));
    }
  };

  const retry = () => {
    setRetries((count) => count + 1);
    form.clearErrors();
    void submit(values);
  };

  const match = values.confirmPassword === "" ? null : values.confirmPassword === values.password;

  return (
    <GuestLayout
      title="Create your account"
      subtitle={
        <>
          Already have an account?{" "}
          <Anchor component={Link} to="/login" fw={600}>
            Sign in
          </Anchor>
        </>
      }
    >
      <GoogleButton />
      <GuestForm label="Create your account" fields={registrationFields} form={form} submit={submit}>
        <Stack gap="sm">
          {failure && (
            <ErrorBanner
              {...failure}
              attempt={retries}
              maxAttempts={limits.registrationRetries}
              onRetry={retries < limits.registrationRetries ? retry : undefined}
              onDismiss={() => setFailure(null)}
            />
          )}
          <Text size="sm" c="dimmed">
            {requirements}
          </Text>
          <GuestField label="Full Name" autoComplete="name" {...form.getInputProps("name")} />
          <GuestField label="Email address" type="email" autoComplete="email" {...form.getInputProps("email")} />
          <GuestField label="Contact Number" type="tel" autoComplete="tel" {...form.getInputProps("contactNumber")} />
          <PasswordField label="Password" what="password" {...form.getInputProps("password")} />
          <PasswordMeter password={values.password} />
          <PasswordField
            label="Confirm Password"
            what="password confirmation"
            {...form.getInputProps("confirmPassword")}
          />
          {match !== null && !form.errors.confirmPassword && <MatchIndicator match={match} />}
          <RegistrationProgress values={values} status={registrationStatus(values, shownErrors)} />
          <Button type="submit" size="md" loading={registration.busy} mt="xs">
            Create Account
          </Button>
        </Stack>
      </GuestForm>
    </GuestLayout>
  );
}

function MatchIndicator({ match }: { match: boolean }) {
  const Icon = match ? IconCheck : IconX;
  return (
    <Text size="xs" c={match ? "var(--hop-ink)" : "var(--mantine-color-error)"} aria-live="polite">
      <Icon size={13} aria-hidden /> {match ? "Passwords match" : "Passwords do not match"}
    </Text>
  );
}
