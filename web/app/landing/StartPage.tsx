import { type Landing, landingPaths, landings } from "@hoplog/schema/landing.js";
import { useEffect, useState } from "react";
import { Navigate } from "react-router-dom";
import { FullPageLoader } from "../../ui/elements/FullPageLoader.tsx";
import { timedFetch } from "../../core/session/timedFetch.ts";
import { LandingPage } from "./LandingPage.tsx";

/** Returns whether the server has sent the landing page, which operators can disable. */
const isRendered = (): boolean =>
  typeof document === "undefined" || document.getElementById("root")?.dataset["page"] === "/";

/** The start page. After navigation within the app, it loads the setting of the landing page from the server. */
export function StartPage() {
  const [landing, setLanding] = useState<Landing | null>(() => (isRendered() ? "full" : null));
  useEffect(() => {
    if (landing === null) void loadLanding().then(setLanding);
  }, [landing]);
  if (landing === null) return <FullPageLoader />;
  const path = landingPaths[landing];
  return path === null ? <LandingPage /> : <Navigate to={path} replace />;
}

async function loadLanding(): Promise<Landing> {
  try {
    const body = JSON.stringify(await (await timedFetch("/api/installation")).json());
    return landings.find((one) => body.includes(`"landing":"${one}"`)) ?? "full";
  } catch {
    return "full";
  }
}
