import { CombinedGraphQLErrors, ServerError } from "@apollo/client/errors";
import { describe, expect, it } from "vitest";
import { failureOf, messageOr } from "./failure.ts";

function answer(status: number, body: string): ServerError {
  return new ServerError("refused", { response: new Response(body, { status }), bodyText: body });
}

function graphqlError(message: string, extensions: Record<string, unknown>) {
  return new CombinedGraphQLErrors({ errors: [{ message, extensions }], data: null });
}

describe("failureOf", () => {
  it("reads the type, message and fields of a GraphQL error", () => {
    const fields = [{ field: "name", message: "Name is required" }];
    const error = graphqlError("Name is required", { type: "VALIDATION_ERROR", details: { fields } });
    expect(failureOf(error)).toMatchObject({
      type: "VALIDATION_ERROR",
      message: "Name is required",
      details: { fields },
    });
  });

  it("reads GraphQL errors and REST errors from the body of a refused request", () => {
    const graphql = { errors: [{ message: "Please sign in", extensions: { type: "AUTHENTICATION_ERROR" } }] };
    expect(failureOf(answer(401, JSON.stringify(graphql)))).toMatchObject({
      type: "AUTHENTICATION_ERROR",
      message: "Please sign in",
    });
    const rest = {
      success: false,
      message: "Taken",
      error: { type: "CONFLICT_ERROR", message: "Taken", details: { field: "email" } },
    };
    expect(failureOf(answer(409, JSON.stringify(rest)))).toMatchObject({
      type: "CONFLICT_ERROR",
      message: "Taken",
      details: { field: "email" },
    });
  });

  it.each([
    [400, "Bad request"],
    [401, "Unauthorized"],
    [403, "Access denied"],
    [404, "Resource not found"],
    [409, "Conflict occurred"],
    [422, "Validation failed"],
    [429, "Too many requests. Please try again later."],
    [500, "Internal server error. Please try again later."],
    [502, "An error occurred"],
  ])("has a text for a bare %i", (status, text) => {
    expect(failureOf(answer(status, "<html>")).message).toBe(text);
  });

  it("takes the message of the body first, and treats an error without a type as general", () => {
    expect(failureOf(answer(500, '{"message":"Down for an hour"}'))).toMatchObject({
      type: "GENERAL_ERROR",
      message: "Down for an hour",
    });
    expect(failureOf(graphqlError("Odd", { code: "SOMETHING_ELSE" })).type).toBe("GENERAL_ERROR");
  });

  it("names lost connections and timeouts", async () => {
    const text = "Network error. Please check your connection.";
    const refused = await fetch("http://127.0.0.1:1/").catch((error: unknown) => error);
    expect(failureOf(refused).message).toBe(text);
    expect(failureOf(new DOMException("too slow", "TimeoutError")).message).toBe(text);
  });

  it("falls back to the error's own message, then to a last word", () => {
    expect(failureOf(new Error("own words")).message).toBe("own words");
    expect(failureOf("what?").message).toBe("An unexpected error occurred.");
  });
});

describe("messageOr", () => {
  it("prefers the server's message over the default text", () => {
    expect(messageOr(graphqlError("Taken", { type: "CONFLICT_ERROR" }), "Failed to create URL")).toBe("Taken");
    expect(messageOr(answer(500, ""), "Failed to create URL")).toBe("Failed to create URL");
  });
});
