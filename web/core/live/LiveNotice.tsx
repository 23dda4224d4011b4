import { Alert } from "@mantine/core";
import { IconPlugConnectedX } from "../../ui/elements/icons.ts";
import { useEffect, useState } from "react";
import { useLive } from "./LiveUpdates.tsx";

/** Milliseconds before an interruption is reported, so that short interruptions are not reported. */
const patienceMs = 4000;

/** Warns that the counts no longer update, once the connection has been lost for some seconds. */
export function LiveNotice() {
  return useLive().status === "lost" ? <LateNotice /> : null;
}

function LateNotice() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);

  if (!late) return null;
  return (
    <Alert
      color="amber"
      variant="light"
      icon={<IconPlugConnectedX aria-hidden />}
      title="Live updates are interrupted"
      mb="md"
    >
      Counts may be out of date. Reconnecting; they catch up by themselves.
    </Alert>
  );
}
