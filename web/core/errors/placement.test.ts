import { describe, expect, it } from "vitest";
import type { Failure } from "./failure.ts";
import { placeFailure } from "./placement.ts";

const fields = ["email", "contactNumber", "password"] as const;
const fallback = "Registration failed. Please try again.";

function failure(part: Partial<Failure>): Failure {
  return { type: "GENERAL_ERROR", message: "Something", details: {}, fromServer: true, ...part };
}

describe("placeFailure", () => {
  it("puts the listed messages beside their fields", () => {
    const details = {
      fields: [
        { field: "email", message: "Email is required" },
        { field: "password", message: "Password is required" },
      ],
    };
    for (const type of ["VALIDATION_ERROR", "CONFLICT_ERROR"] as const) {
      expect(placeFailure(failure({ type, details }), fields, fallback)).toEqual({
        fields: { email: "Email is required", password: "Password is required" },
        general: null,
      });
    }
  });

  it("loses no message of a field that the form doesn't have", () => {
    const details = { fields: [{ field: "planet", message: "Planet is required" }] };
    expect(placeFailure(failure({ type: "VALIDATION_ERROR", details }), fields, fallback).general).toBe(
      "Planet is required",
    );
  });

  it("puts a conflict on its named field", () => {
    const conflict = failure({ type: "CONFLICT_ERROR", message: "Taken", details: { field: "email" } });
    expect(placeFailure(conflict, fields, fallback)).toEqual({ fields: { email: "Taken" }, general: null });
  });

  it.each([
    ["This email is in use", "email"],
    ["That contact is in use", "contactNumber"],
    ["The phone number is in use", "contactNumber"],
  ])("guesses the field of the conflict %j", (message, field) => {
    const placed = placeFailure(failure({ type: "CONFLICT_ERROR", message }), fields, fallback);
    expect(placed).toEqual({ fields: { [field]: message }, general: null });
  });

  it("shows the rest above the form, with the screen's text when the server gave none", () => {
    expect(placeFailure(failure({ message: "No" }), fields, fallback)).toEqual({ fields: {}, general: "No" });
    expect(placeFailure(failure({ fromServer: false }), fields, fallback).general).toBe(fallback);
    const network = failure({ type: "NETWORK_ERROR", message: "Network error.", fromServer: false });
    expect(placeFailure(network, fields, fallback).general).toBe("Network error.");
  });
});
