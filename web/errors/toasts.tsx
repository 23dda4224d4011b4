import { notifications } from "@mantine/notifications";
import { IconAlertCircle, IconCheck } from "@tabler/icons-react";
import { messageOr } from "./failure.ts";

const successMs = 3000;
const failureMs = 4000;

export function toastSuccess(message: string): void {
  notifications.show({ message, color: "hop", icon: <IconCheck size={18} aria-hidden />, autoClose: successMs });
}

export function toastFailure(message: string): void {
  notifications.show({ message, color: "red", icon: <IconAlertCircle size={18} aria-hidden />, autoClose: failureMs });
}

/** Shows the server's message when one is given, otherwise `fallback`. */
export function toastError(error: unknown, fallback: string): void {
  toastFailure(messageOr(error, fallback));
}
