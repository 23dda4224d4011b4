import { useEffect, useState } from "react";
import { timedFetch } from "../../core/session/timedFetch.ts";

let asked: Promise<string | null> | null = null;

/** Name of the server's sign-in provider; null without one and until the server has responded. */
export function useSignInProvider(): string | null {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    asked ??= providerHere();
    void asked.then((found) => !isGone && setName(found));
    return () => {
      isGone = true;
    };
  }, []);
  return name;
}

async function providerHere(): Promise<string | null> {
  try {
    const answer: unknown = await (await timedFetch("/api/installation")).json();
    return nameIn(answer);
  } catch {
    // Ignore the failure: signing in with a password reports it. The next page tries again.
    asked = null;
    return null;
  }
}

function nameIn(answer: unknown): string | null {
  if (typeof answer !== "object" || answer === null || !("data" in answer)) return null;
  const { data } = answer;
  if (typeof data !== "object" || data === null || !("signInProvider" in data)) return null;
  return typeof data.signInProvider === "string" ? data.signInProvider : null;
}
