import { Alert } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useLive } from "./LiveUpdates.tsx";

/** A blink of the network is nobody's business. */
const patienceMs = 4000;

/** Says that the counts on the screen stand still, once the connection has been gone for some seconds. */
export function LiveNotice() {
  const lost = useLive().status === "lost";
  const [shown, setShown] = useState(false);

  useEffect(() => {
    if (!lost) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), patienceMs);
    return () => clearTimeout(timer);
  }, [lost]);

  if (!shown) return null;
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
