import { useEffect, useState } from "react";
import { timedFetch } from "../../core/session/timedFetch.ts";

let asked: Promise<string | null> | null = null;

/** What the provider is called whose accounts sign in here; null without one, and until the server has answered. */
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
    // Signing in with a password says what is wrong. The next page asks again.
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
