import "@mantine/core/styles/Notification.layer.css";
import "@mantine/notifications/styles.layer.css";
import { Notifications } from "@mantine/notifications";

/** Renders toasts. Loaded in its own chunk with the first toast. */
export default function ToastHost() {
  return <Notifications position="top-right" autoClose={4000} />;
}
