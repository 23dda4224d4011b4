import { Button, Divider } from "@mantine/core";
import { IconLogin2 } from "../../ui/elements/icons.ts";
import { useState } from "react";
import { toastError, toastFailure } from "../../core/errors/toasts.tsx";
import { timedFetch } from "../../core/session/timedFetch.ts";
import { GoogleMark } from "./GoogleMark.tsx";
import { useInstallation } from "../../core/session/installation.ts";

const startPath = "/api/auth/google";
const notConfigured = 501;

/** Opens the sign-in provider's page; renders nothing if this server has no provider. */
export function GoogleButton() {
  const { signInProvider: provider } = useInstallation();
  const [busy, setBusy] = useState(false);

  const start = async () => {
    setBusy(true);
    try {
      const answer = await timedFetch(startPath, { redirect: "manual" });
      if (answer.status === notConfigured) {
        toastFailure(`${provider} sign-in is not set up on this server. Please use your email and password.`);
        return;
      }
      window.location.assign(startPath);
    } catch (error) {
      toastError(error, `${provider} sign-in could not be started`);
    } finally {
      setBusy(false);
    }
  };

  if (provider === null) return null;
  return (
    <>
      <Button
        variant="default"
        size="md"
        fullWidth
        loading={busy}
        leftSection={provider === "Google" ? <GoogleMark /> : <IconLogin2 size={19} aria-hidden />}
        onClick={() => void start()}
      >
        Continue with {provider}
      </Button>
      <Divider my="md" label="or with your email" />
    </>
  );
}
