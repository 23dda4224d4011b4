import { useEffect, useState } from "react";
import { timedFetch } from "./timedFetch.ts";

/** Information about the server that is available without a session. */
export interface Installation {
  /** Name of the external sign-in provider; null for none. */
  readonly signInProvider: string | null;
  /** Whether the server serves the documentation. */
  readonly hasDocs: boolean;
}

const unknown: Installation = { signInProvider: null, hasDocs: false };

let asked: Promise<Installation> | null = null;

/**
 * Reads the installation's settings from the server. Returns no provider and no documentation until the server has
 * responded.
 */
export function useInstallation(): Installation {
  const [installation, setInstallation] = useState(unknown);
  useEffect(() => {
    let isUnmounted = false;
    asked ??= readInstallation();
    void asked.then((found) => !isUnmounted && setInstallation(found));
    return () => {
      isUnmounted = true;
    };
  }, []);
  return installation;
}

async function readInstallation(): Promise<Installation> {
  try {
    return installationIn(await (await timedFetch("/api/installation")).json());
  } catch {
    // The error is ignored, because signing in with a password reports the failure. The next page retries.
    asked = null;
    return unknown;
  }
}

function installationIn(answer: unknown): Installation {
  if (typeof answer !== "object" || answer === null || !("data" in answer)) return unknown;
  const { data } = answer;
  if (typeof data !== "object" || data === null) return unknown;
  return {
    signInProvider: "signInProvider" in data && typeof data.signInProvider === "string" ? data.signInProvider : null,
    hasDocs: "docs" in data && data.docs === true,
  };
}
