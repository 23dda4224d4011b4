/** The user whose new password is checked. */
export interface PasswordOwner {
  readonly name: string;
  readonly email: string;
}

/**
 * Returns the message for a password that equals the owner's email address, the part of it before the `@`, or the name,
 * ignoring case and digits at the end. Returns null for all other passwords, even if they contain one of these values.
 */
export function personalPasswordProblem(password: string, { name, email }: PasswordOwner): string | null {
  const local = email.slice(0, Math.max(0, email.lastIndexOf("@")));
  if (isSame(password, email) || isSame(password, local)) return "Password must not be your email address";
  return isSame(password, name) ? "Password must not be your name" : null;
}

function isSame(password: string, own: string): boolean {
  const [given, known] = [folded(password), folded(own)];
  if (known === "") return false;
  const base = withoutDigits(known);
  return given === known || (base !== "" && withoutDigits(given) === base);
}

/** Normalises a string for comparison: trimmed, in NFKC as before hashing, and in lower case. */
function folded(text: string): string {
  return text.trim().normalize("NFKC").toLowerCase();
}

function withoutDigits(text: string): string {
  let end = text.length;
  while (end > 0 && /[0-9]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
