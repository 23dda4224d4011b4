import { mailTo, tokenIn } from "../mails.ts";
import { call, password } from "../testApi.ts";
import type { World } from "./world.ts";

let fresh = 0;
export const freshAddress = () => `fresh${++fresh}@elsewhere.example`;

/** Registration of a new user, without the address. */
export const registration = {
  name: "Fresh Person",
  contactNumber: "+1 202 555 0143",
  password,
  confirmPassword: password,
};

export const nonsense = "nobody-has-this-token";

/** Requests a password reset and returns the token that is sent to the owner. */
export async function requestsReset({ api, owner }: World): Promise<string> {
  await call(api, "POST", "/api/auth/forgot-password", { body: { email: owner.user.email } });
  return tokenIn(await mailTo(api, owner.user.email, "Reset your"));
}

/** Requests an address change as the owner; returns the token sent to the current or new address. */
export async function requestsAddressChange({ api, owner }: World, to: "present" | "new"): Promise<string> {
  const { user, name, contactNumber } = owner;
  const email = freshAddress();
  const body = { name, contactNumber, email, currentPassword: password };
  await call(api, "PUT", "/api/auth/profile", { user, body });
  return tokenIn(await (to === "new" ? mailTo(api, email, "Confirm") : mailTo(api, user.email, "about to change")));
}
