import { Badge } from "@mantine/core";
import { Checklist } from "./Checklist.tsx";
import type { FormStatus, Registration, RegistrationField } from "./registration.ts";
import { isFieldGood, registrationFields } from "./registration.ts";
import classes from "./RegistrationProgress.module.css";

const labels: Record<RegistrationField, string> = {
  name: "Name",
  email: "Email",
  contactNumber: "Contact",
  password: "Password",
  confirmPassword: "Confirm",
};

const badges: Record<FormStatus, { text: string; color: string }> = {
  ready: { text: "Ready to submit", color: "hop" },
  errors: { text: "Please fix the errors above", color: "red" },
  incomplete: { text: "Please complete all fields", color: "gray" },
};

/** Progress of the registration form: a status badge and one check per field. */
export function RegistrationProgress({ values, status }: { values: Registration; status: FormStatus }) {
  const { text, color } = badges[status];
  return (
    <div className={classes.progress}>
      <Badge variant="light" color={color} size="lg" tt="none" role="status">
        {text}
      </Badge>
      <Checklist
        label="Fields"
        checks={registrationFields.map((field) => ({ text: labels[field], good: isFieldGood(field, values) }))}
      />
    </div>
  );
}
