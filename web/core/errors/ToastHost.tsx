import "@mantine/core/styles/Notification.layer.css";
import "@mantine/notifications/styles.layer.css";
import { Notifications } from "@mantine/notifications";

/** Where toasts appear. Its own chunk: fetched with the first toast. */
export default function ToastHost() {
  return <Notifications position="top-right" autoClose={4000} />;
}
