import { Button, Divider } from "@mantine/core";
import { useState } from "react";
import { toastError, toastFailure } from "../errors/toasts.tsx";
import { timedFetch } from "../session/timedFetch.ts";
import { GoogleMark } from "./GoogleMark.tsx";

const startPath = "/api/auth/google";
const notConfigured = 501;

/** Leaves for Google's own page; says so where this server has no Google sign-in, instead of showing its bare answer. */
export function GoogleButton() {
  const [busy, setBusy] = useState(false);

  const start = async () => {
    setBusy(true);
    try {
      const answer = await timedFetch(startPath, { redirect: "manual" });
      if (answer.status === notConfigured) {
        toastFailure("Google sign-in is not set up on this server. Please use your email and password.");
        return;
      }
      window.location.assign(startPath);
    } catch (error) {
      toastError(error, "Google sign-in could not be started");
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Button
        variant="default"
        size="md"
        fullWidth
        loading={busy}
        leftSection={<GoogleMark />}
        onClick={() => void start()}
      >
        Continue with Google
      </Button>
      <Divider my="md" label="or with your email" />
    </>
  );
}
