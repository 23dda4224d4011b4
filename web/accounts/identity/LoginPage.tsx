import { Anchor, Button, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { isSignInFailure, type SignInFailure } from "@hoplog/schema/signInFailures.js";
import { emailProblem, loginPasswordProblem } from "@hoplog/schema/validation/identity.js";
import { lazy, Suspense, useState } from "react";
import { Link, useLocation, useSearchParams } from "react-router-dom";
import { ErrorBanner } from "../../core/errors/ErrorBanner.tsx";
import { readChallenge } from "../../core/errors/challenge.ts";
import { type Failure, failureOf } from "../../core/errors/failure.ts";
import { placeError } from "../../core/errors/placement.ts";
import { toastSuccess } from "../../core/errors/toasts.tsx";
import { LoginDocument, type LoginMutation } from "../../core/graphql/generated/graphql.ts";
import { useGuestMutation } from "../../core/graphql/useGuestMutation.ts";
import { GuestLayout } from "../../core/layout/GuestLayout.tsx";
import { useSession } from "../../core/session/SessionProvider.tsx";
import { StorageBlocked } from "../../core/session/tokens.ts";
import { GoogleButton } from "./GoogleButton.tsx";
import { GuestField, GuestForm } from "./GuestForm.tsx";
import { PasswordField } from "./PasswordField.tsx";
import { StorageNote } from "./StorageNote.tsx";

const CodeForm = lazy(() => import("./CodeForm.tsx"));

const fields = ["email", "password"] as const;

/**
 * Returns the second-factor challenge that the sign-in provider's callback page passes as navigation state; null if
 * none.
 */
const challengeIn = (state: unknown) =>
  typeof state === "object" && state !== null && "challenge" in state ? readChallenge(state.challenge) : null;

const oauthFailures: Readonly<Record<SignInFailure, string>> = {
  denied: "You have not allowed the sign-in. Please try again, or sign in with your email and password.",
  not_verified: "Your email address is not verified at your provider. Verify it there, or sign in with a password.",
  expired: "The sign-in took too long, or began in another browser. Please try again.",
  wrong_state: "This answer is not from the sign-in that you began last. Please try again.",
  unreachable: "Your provider can't be reached. Please try again later, or sign in with your email and password.",
};

function oauthFailureText(reason: string | null): string {
  if (isSignInFailure(reason)) return oauthFailures[reason];
  return "Google sign-in failed. Please try again, or sign in with your email and password.";
}

export function LoginPage() {
  const [query] = useSearchParams();
  const { state }: { state: unknown } = useLocation();
  const knownEmail = query.get("message") === "user_exists_with_email" ? query.get("email") : null;
  const [banned, setBanned] = useState(query.get("error") === "account_banned");
  const [oauthFailed, setOauthFailed] = useState(query.get("error") === "oauth_failed");
  const { signIn } = useSession();
  const login = useGuestMutation(LoginDocument);
  const [challenge, setChallenge] = useState(() => challengeIn(state));
  const [failure, setFailure] = useState<Pick<Failure, "type" | "message"> | null>(null);

  const form = useForm({
    initialValues: { email: knownEmail ?? "", password: "" },
    validate: { email: emailProblem, password: loginPasswordProblem },
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    onValuesChange: () => setFailure(null),
  });

  const enter = async ({ user, tokens }: LoginMutation["login"]) => {
    // The route's guard redirects as soon as there is a session.
    await signIn(user, tokens);
    toastSuccess("Login successful!");
  };
  const submit = async (values: typeof form.values) => {
    setFailure(null);
    try {
      const { login: session } = await login.run({ email: values.email.trim(), password: values.password });
      await enter(session);
    } catch (error) {
      // StorageNote already reports blocked storage.
      if (error instanceof StorageBlocked) return;
      const { challenge: asked } = failureOf(error).details;
      if (asked) return setChallenge(asked);
      setFailure(placeError(form, error, fields, "Login failed. Please try again."));
    }
  };

  if (challenge) {
    return (
      <GuestLayout title="Second factor" subtitle="One more step.">
        <Suspense fallback={null}>
          <CodeForm
            challenge={challenge}
            onSignedIn={enter}
            onBack={() => setChallenge(null)}
            onOver={(over) => {
              setChallenge(null);
              setFailure(over);
            }}
          />
        </Suspense>
      </GuestLayout>
    );
  }
  return (
    <GuestLayout title="Welcome back" subtitle="Sign in to your links.">
      <GoogleButton />
      <GuestForm label="Sign in" fields={fields} form={form} submit={submit}>
        <Stack gap="md">
          <StorageNote />
          {knownEmail !== null && (
            <Text size="sm" role="note">
              An account with this email already exists. Please sign in with your password.
            </Text>
          )}
          {oauthFailed && (
            <ErrorBanner
              type="AUTHENTICATION_ERROR"
              message={oauthFailureText(query.get("reason"))}
              onDismiss={() => setOauthFailed(false)}
            />
          )}
          {banned && (
            <ErrorBanner
              type="AUTHORIZATION_ERROR"
              message="This account has been banned by an operator. The mail to its address says why."
              onDismiss={() => setBanned(false)}
            />
          )}
          {failure && <ErrorBanner {...failure} onDismiss={() => setFailure(null)} />}
          <GuestField label="Email address" type="email" autoComplete="email" {...form.getInputProps("email")} />
          <PasswordField
            label="Password"
            what="password"
            autoComplete="current-password"
            {...form.getInputProps("password")}
          />
          <Anchor component={Link} to="/forgot-password" size="sm" fw={600} style={{ alignSelf: "flex-end" }}>
            Forgot your password?
          </Anchor>
          <Button type="submit" size="md" loading={login.busy}>
            Sign in
          </Button>
          <Text size="sm" c="dimmed" ta="center">
            Don't have an account?{" "}
            <Anchor component={Link} to="/register" fw={600}>
              Sign up
            </Anchor>
          </Text>
        </Stack>
      </GuestForm>
    </GuestLayout>
  );
}
