import { ActionIcon } from "@mantine/core";
import { IconBell } from "../../ui/elements/icons.ts";
import { Suspense, lazy, useEffect, useRef, useState } from "react";
import classes from "./NotificationButton.module.css";
import { Tip } from "../../ui/elements/Tip.tsx";

const NotificationPanel = lazy(() => import("./NotificationPanel.tsx"));
const panelId = "notification-panel";

/**
 * Button that opens a list of the latest toasts since the page was loaded; Escape, a click or focus elsewhere closes
 * it.
 */
export function NotificationButton() {
  const [opened, setOpened] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!opened) return undefined;
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) setOpened(false);
    };
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setOpened(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    document.addEventListener("keydown", escape);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
      document.removeEventListener("keydown", escape);
    };
  }, [opened]);

  return (
    <div ref={place} className={classes.place}>
      <Tip label="Notifications" below atEnd>
        <ActionIcon
          ref={button}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Notifications"
          aria-expanded={opened}
          {...(opened ? { "aria-controls": panelId } : {})}
          onClick={() => setOpened(!opened)}
        >
          <IconBell size={20} aria-hidden />
        </ActionIcon>
      </Tip>
      {opened && (
        <section id={panelId} className={classes.panel} aria-label="Notifications">
          <Suspense fallback={null}>
            <NotificationPanel />
          </Suspense>
        </section>
      )}
    </div>
  );
}
