import { Center, Loader, Stack, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { Navigate, useNavigate } from "react-router-dom";
import type { Challenge } from "@hoplog/schema/secondFactor.js";
import { readChallenge } from "../../core/errors/challenge.ts";
import { toastSuccess } from "../../core/errors/toasts.tsx";
import { guestHome } from "../../core/navigation/paths.ts";
import { homeAfterSignIn } from "../../core/session/afterSignIn.ts";
import { postJson } from "../../core/session/postJson.ts";
import { useSession } from "../../core/session/SessionProvider.tsx";
import { StorageBlocked } from "../../core/session/tokens.ts";
import { CompleteProfile } from "./CompleteProfile.tsx";
import { readCompletion } from "./completion.ts";
import { type GoogleAnswer, readGoogleAnswer } from "./googleAnswer.ts";

const failedPath = `${guestHome}?error=oauth_failed`;

type SignedIn = ReturnType<typeof readCompletion>;

const challengeOf = (response: unknown) =>
  typeof response === "object" && response !== null && "challenge" in response
    ? readChallenge(response.challenge)
    : null;

/**
 * Loads the session, which the server gives only to the browser that started the sign-in. Null for a response without a
 * session. An account with a second factor gets a challenge instead.
 */
function sessionOf(answer: GoogleAnswer): Promise<SignedIn | { readonly challenge: Challenge }> | null {
  if (answer.action === "exchange") {
    return postJson("/api/auth/google-oauth-exchange", { code: answer.code }).then((response) => {
      const challenge = challengeOf(response);
      return challenge ? { challenge } : readCompletion(response);
    });
  }
  if (answer.action !== "login") return null;
  const { user, tokens } = answer;
  return postJson("/api/auth/google-oauth-verify").then(() => ({ user, tokens }));
}

/** Handles the redirect back from the sign-in provider. */
export function GoogleCallbackPage() {
  const [answer] = useState(() => readGoogleAnswer(new URLSearchParams(window.location.search)));
  const { signIn } = useSession();
  const navigate = useNavigate();
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    // Removes codes, tokens and names from the address bar and the history.
    window.history.replaceState(window.history.state, "", window.location.pathname);
    const session = sessionOf(answer);
    if (session === null) return;
    session
      .then(async (session) => {
        if ("challenge" in session) return navigate(guestHome, { replace: true, state: session });
        await signIn(session.user, session.tokens);
        toastSuccess("Login successful!");
        await navigate(homeAfterSignIn(), { replace: true });
      })
      // The log-in page itself reports blocked storage.
      .catch((error: unknown) => navigate(error instanceof StorageBlocked ? guestHome : failedPath, { replace: true }));
  }, [answer, navigate, signIn]);

  if (answer.action === "signup") return <CompleteProfile identity={answer.identity} />;
  if (answer.action === "leave") return <Navigate to={answer.failed ? failedPath : guestHome} replace />;
  return (
    <Center h="100dvh">
      <Stack align="center" role="status">
        <Loader />
        <Text>Processing Google OAuth...</Text>
      </Stack>
    </Center>
  );
}
