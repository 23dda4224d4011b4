import { beforeAll, describe, expect, it } from "vitest";
import { mailTo, tokenIn } from "../../testing/mails.ts";
import { call, graphql, sharedTestApi, password, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

const common = "Password is too common. Choose another one";
const address = "Password must not be your email address";
const name = "Password must not be your name";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api, "grace.hopper@example.com", { name: "Rear Admiral" });
});

const weak: [password: string, message: string][] = [
  ["password1", common],
  ["Iloveyou", common],
  ["ｐａｓｓｗｏｒｄ", common],
  ["Grace.Hopper1906", address],
  ["grace.hopper@example.com", address],
  ["rear admiral7", name],
];

describe("are refused with a message at their field", () => {
  it.each(weak)("by registering: %s", async (given, message) => {
    const input = {
      name: "Rear Admiral",
      email: "grace.hopper@example.com",
      contactNumber: "1",
      password: given,
      confirmPassword: given,
    };
    const fields = [{ field: "password", message }];
    const rest = await call(api, "POST", "/api/auth/register", { body: input });
    expect(rest).toMatchObject({ status: 422, body: { error: { type: "VALIDATION_ERROR", details: { fields } } } });
    const over = await graphql(api, "mutation ($input: RegisterInput!) { register(input: $input) { id } }", { input });
    expect(over.body).toMatchObject({ errors: [{ extensions: { type: "VALIDATION_ERROR", details: { fields } } }] });
  });

  it.each(weak)("by changing the password: %s", async (newPassword, message) => {
    const body = { currentPassword: password, newPassword };
    const fields = [{ field: "newPassword", message }];
    const rest = await call(api, "POST", "/api/auth/change-password", { user, body });
    expect(rest).toMatchObject({ status: 422, body: { error: { details: { fields } } } });
    const change = "mutation ($c: String!, $n: String!) { changePassword(currentPassword: $c, newPassword: $n) }";
    const over = await graphql(api, change, { c: password, n: newPassword }, user);
    expect(over.body).toMatchObject({ errors: [{ extensions: { details: { fields } } }] });
  });

  it("by resetting it, with a link that still works after that", async () => {
    await call(api, "POST", "/api/auth/forgot-password", { body: { email: user.email } });
    const mail = await mailTo(api, user.email, "Reset your hoplog password");
    const resetToken = tokenIn(mail);
    const reset = "mutation ($t: String!, $p: String!) { resetPassword(resetToken: $t, newPassword: $p) }";
    for (const [newPassword, message] of weak) {
      const fields = [{ field: "newPassword", message }];
      const rest = await call(api, "POST", "/api/auth/reset-password", { body: { resetToken, newPassword } });
      expect(rest).toMatchObject({ status: 422, body: { error: { details: { fields } } } });
      const over = await graphql(api, reset, { t: resetToken, p: newPassword });
      expect(over.body).toMatchObject({ errors: [{ extensions: { details: { fields } } }] });
    }
    const body = { resetToken, newPassword: "grace.hopper and her nanoseconds" };
    expect((await call(api, "POST", "/api/auth/reset-password", { body })).status).toBe(200);
  });
});

it("a link that is unknown tells nobody whose password would be too easy", async () => {
  const body = { resetToken: "unknown", newPassword: "grace.hopper" };
  const { body: answer } = await call(api, "POST", "/api/auth/reset-password", { body });
  expect(answer).toMatchObject({ error: { details: { fields: [{ field: "resetToken" }] } } });
});
