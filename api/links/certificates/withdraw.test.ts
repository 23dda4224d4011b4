import { expect, it, onTestFinished } from "vitest";
import { call, graphql, openTestApi, password, signUp } from "../../testing/testApi.ts";

it("a deleted account's domains lose keys and certificates at once, and other hosts keep theirs", async () => {
  const api = await openTestApi();
  onTestFinished(() => api.close());
  const user = await signUp(api);
  await call(api, "POST", "/api/domains", { user, body: { name: "go.gone.example" } });
  const execute = (sql: string) => api.services.orm.em.fork().execute<unknown[]>(sql);
  await execute("UPDATE domain SET state = 'verified'");
  await execute(
    `INSERT INTO host_certificate (host, directory, sealed, not_before, not_after, order_url, order_key, next_at)
     SELECT host, 'ca', 'sealed', now(), now(), 'order', 'key', now() FROM unnest(ARRAY['go.gone.example', 'kept.example']) AS host`,
  );
  const gone = await graphql(api, `mutation { deleteAccount(password: "${password}") }`, {}, user);
  expect(gone.body).toMatchObject({ data: { deleteAccount: true } });
  const stored = `SELECT host, sealed IS NULL AND order_key IS NULL AS empty, is_withdrawn AS withdrawn, revision
    FROM host_certificate ORDER BY host`;
  expect(await execute(stored)).toEqual([
    { host: "go.gone.example", empty: true, withdrawn: true, revision: 1 },
    { host: "kept.example", empty: false, withdrawn: false, revision: 0 },
  ]);
});
