/** The letter that stands for a person without a picture. */
export function initialOf(user: { name: string; email: string }): string {
  const [first] = (user.name.trim() || user.email.trim() || "U").toUpperCase();
  return first ?? "U";
}
