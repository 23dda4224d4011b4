import { createHmac } from "node:crypto";

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Returns a JWT with these claims, signed with the given key. */
export function accessToken(claims: object, secret: string, algorithm: "HS256" | "HS512" = "HS256"): string {
  const content = `${part({ alg: algorithm })}.${part(claims)}`;
  const hash = algorithm === "HS256" ? "sha256" : "sha512";
  return `${content}.${createHmac(hash, secret).update(content).digest("base64url")}`;
}

/** Returns a JWT with the algorithm `none`. */
export function unsigned(claims: object): string {
  return `${part({ alg: "none" })}.${part(claims)}.`;
}
