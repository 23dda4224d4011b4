import { Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Challenge, SecondFactorMethod } from "@hoplog/schema/secondFactor.js";
import { secondFactorLimits } from "@hoplog/schema/secondFactor.js";
import { useState } from "react";
import { ErrorBanner } from "../../core/errors/ErrorBanner.tsx";
import { type Failure, failureOf } from "../../core/errors/failure.ts";
import { placeError } from "../../core/errors/placement.ts";
import {
  CompleteChallengeDocument,
  type CompleteChallengeMutation,
  RequestSecondFactorRemovalDocument,
} from "../../core/graphql/generated/graphql.ts";
import { useGuestMutation } from "../../core/graphql/useGuestMutation.ts";
import { timeText } from "../../ui/timeText.ts";

const focusOnce = (field: HTMLInputElement | null) => field?.focus();

interface CodeFormProps {
  challenge: Challenge;
  onSignedIn: (session: CompleteChallengeMutation["completeChallenge"]) => Promise<void>;
  onBack: () => void;
  /** Called with the reason when the sign-in has to begin again. */
  onOver: (failure: Pick<Failure, "type" | "message">) => void;
}

/** Asks for the code of the second factor. Loaded in its own chunk, because most accounts have none. */
export default function CodeForm({ challenge, onSignedIn, onBack, onOver }: CodeFormProps) {
  const [method, setMethod] = useState<SecondFactorMethod>("totp");
  const [failure, setFailure] = useState<Pick<Failure, "type" | "message"> | null>(null);
  const [removalAt, setRemovalAt] = useState<string | null>(null);
  const complete = useGuestMutation(CompleteChallengeDocument);
  const request = useGuestMutation(RequestSecondFactorRemovalDocument);
  const form = useForm({
    initialValues: { code: "" },
    validate: { code: (code) => (code.trim() === "" ? "Enter a code" : null) },
    clearInputErrorOnChange: true,
  });
  const isApp = method === "totp";

  const fail = (error: unknown, fallback: string) => {
    const found = failureOf(error);
    if (found.type === "AUTHENTICATION_ERROR") return onOver({ type: found.type, message: found.message });
    setFailure(placeError(form, error, ["code"], fallback));
  };
  const submit = async ({ code }: { code: string }) => {
    setFailure(null);
    try {
      const { completeChallenge } = await complete.run({ id: challenge.id, method, code });
      await onSignedIn(completeChallenge);
    } catch (error) {
      fail(error, "Login failed. Please try again.");
    }
  };
  const onLost = async () => {
    setFailure(null);
    try {
      setRemovalAt((await request.run({ id: challenge.id })).requestSecondFactorRemoval);
    } catch (error) {
      fail(error, "The removal could not be requested. Please try again.");
    }
  };
  const change = (to: SecondFactorMethod) => {
    setMethod(to);
    form.reset();
    setFailure(null);
  };

  return (
    <form aria-label="Second factor" noValidate onSubmit={form.onSubmit((values) => void submit(values))}>
      <Stack gap="md">
        <Text>
          {isApp ? "Enter the six digits that your authenticator app shows." : "Enter one of your recovery codes."}
        </Text>
        {failure && <ErrorBanner {...failure} onDismiss={() => setFailure(null)} />}
        {removalAt !== null && (
          <Text role="status">
            We will remove the second factor when you sign in after {timeText(removalAt)}. An email that we have sent
            can stop this.
          </Text>
        )}
        <TextInput
          key={method}
          label={isApp ? "Code" : "Recovery code"}
          inputMode={isApp ? "numeric" : "text"}
          autoComplete={isApp ? "one-time-code" : "off"}
          maxLength={40}
          // The form replaces the one with the password, which had the focus.
          ref={focusOnce}
          {...form.getInputProps("code")}
        />
        <Button type="submit" size="md" loading={complete.busy}>
          Sign in
        </Button>
        {challenge.methods.includes("recovery") && (
          <Anchor component="button" type="button" size="sm" onClick={() => change(isApp ? "recovery" : "totp")}>
            {isApp ? "Use a recovery code" : "Use the authenticator app"}
          </Anchor>
        )}
        {removalAt === null && (
          <Anchor component="button" type="button" size="sm" onClick={() => void onLost()}>
            Lost both? Remove the second factor in {secondFactorLimits.removalHours} hours
          </Anchor>
        )}
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          Sign in with another account
        </Anchor>
      </Stack>
    </form>
  );
}
