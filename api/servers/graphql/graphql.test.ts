import { beforeAll, describe, expect, it } from "vitest";
import { insertClicks } from "../../testing/clicks.ts";
import {
  graphql,
  makeLink,
  sharedTestApi,
  password,
  signUp,
  type TestApi,
  type TestUser,
} from "../../testing/testApi.ts";

let api: TestApi;
let ada: TestUser;
let eve: TestUser;

beforeAll(async () => {
  api = await sharedTestApi();
  ada = await signUp(api);
  eve = await signUp(api);
});

const createLink = `mutation ($input: CreateLinkInput!) {
  createLink(input: $input) { id name originalUrl shortUrl fullShortUrl isActive clicks group { name urlCount } } }`;

describe("identity", () => {
  it("registers, logs in, tells who one is, and renews", async () => {
    const input = {
      name: "Ada King",
      email: "ada.king@example.com",
      contactNumber: "123",
      password,
      confirmPassword: password,
    };
    const registered = await graphql(
      api,
      "mutation ($input: RegisterInput!) { register(input: $input) { id email } }",
      { input },
    );
    expect(registered.body).toMatchObject({ data: { register: { email: input.email } } });
    const session = await graphql(
      api,
      "mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { user { name } tokens { refreshToken expiresIn } } }",
      { email: "ADA.King@example.com", password },
    );
    expect(session.body).toMatchObject({ data: { login: { user: { name: "Ada King" }, tokens: { expiresIn: 900 } } } });
  });

  it("answers 401 where nobody is signed in, and for a failed log-in", async () => {
    const me = await graphql(api, "{ me { id } }");
    expect(me.status).toBe(401);
    expect(me.body).toMatchObject({ errors: [{ extensions: { type: "AUTHENTICATION_ERROR", status: 401 } }] });
    const login = await graphql(
      api,
      `
        mutation {
          login(email: "a@b.cd", password: "x") {
            user {
              id
            }
          }
        }
      `,
    );
    expect(login.status).toBe(401);
    expect(login.body).toMatchObject({ errors: [{ message: "Invalid email or password" }] });
  });

  it("answers a query by GET with Authorization, which no page of another site can send, and refuses it without", async () => {
    const url = `/graphql?${new URLSearchParams({ query: "{ __typename me { email } }" }).toString()}`;
    const get = (headers: Record<string, string>) => api.app.inject({ method: "GET", url, headers });
    const known = await get({ authorization: `Bearer ${ada.accessToken}` });
    expect([known.statusCode, known.json()]).toMatchObject([200, { data: { me: { email: ada.email } } }]);
    const unknown = await get({});
    expect([unknown.statusCode, unknown.body]).toEqual([400, expect.stringContaining("CSRF") as unknown]);
  });

  it("tells all fields that can't be taken", async () => {
    const input = { name: "", email: "", contactNumber: "", password: "", confirmPassword: "" };
    const { body } = await graphql(api, "mutation ($input: RegisterInput!) { register(input: $input) { id } }", {
      input,
    });
    expect(body).toMatchObject({
      errors: [
        {
          extensions: {
            type: "VALIDATION_ERROR",
            details: { fields: [{ field: "name", message: "Name is required" }, {}, {}, {}, {}] },
          },
        },
      ],
    });
  });
});

describe("links", () => {
  it("are made, changed, switched and deleted", async () => {
    const group = await graphql(
      api,
      `
        mutation {
          createGroup(name: "Press") {
            id
          }
        }
      `,
      {},
      ada,
    );
    const groupId = (group.body["data"] as { createGroup: { id: string } }).createGroup.id;
    const made = await graphql(
      api,
      createLink,
      { input: { name: "Docs", originalUrl: "https://example.com", shortUrl: "docs-1", groupId } },
      ada,
    );
    expect(made.body).toMatchObject({
      data: {
        createLink: {
          originalUrl: "https://example.com/",
          fullShortUrl: "http://localhost:3001/docs-1",
          isActive: true,
          clicks: 0,
          group: { name: "Press", urlCount: 1 },
        },
      },
    });
    const { id } = (made.body["data"] as { createLink: { id: string } }).createLink;
    const edited = await graphql(
      api,
      `
        mutation ($id: UUID!) {
          updateLink(id: $id, input: { name: "Manual", groupId: null }) {
            name
            shortUrl
            group {
              id
            }
          }
        }
      `,
      { id },
      ada,
    );
    expect(edited.body).toMatchObject({ data: { updateLink: { name: "Manual", shortUrl: "docs-1", group: null } } });
    const off = await graphql(
      api,
      `
        mutation ($id: UUID!) {
          setLinkActive(id: $id, active: false) {
            isActive
          }
        }
      `,
      { id },
      ada,
    );
    expect(off.body).toMatchObject({ data: { setLinkActive: { isActive: false } } });
    const gone = await graphql(
      api,
      `
        mutation ($id: UUID!) {
          deleteLink(id: $id)
        }
      `,
      { id },
      ada,
    );
    expect(gone.body).toMatchObject({ data: { deleteLink: id } });
    const after = await graphql(
      api,
      `
        query ($id: UUID!) {
          link(id: $id) {
            id
          }
        }
      `,
      { id },
      ada,
    );
    expect(after.body).toMatchObject({ errors: [{ extensions: { type: "NOT_FOUND_ERROR" } }] });
  });

  it("page by cursor, newest first, without gaps or repeats", async () => {
    const user = await signUp(api);
    for (let i = 1; i <= 5; i++) await makeLink(api, user, { name: `Link ${i}` });
    const names: string[] = [];
    let after: string | null = null;
    do {
      const { body } = await graphql(
        api,
        "query ($after: String) { links(first: 2, after: $after) { edges { node { name } } pageInfo { endCursor hasNextPage } totalCount } }",
        { after },
        user,
      );
      const page: LinksPage = (body["data"] as { links: LinksPage }).links;
      expect(page.totalCount).toBe(5);
      names.push(...page.edges.map(({ node }) => node.name));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after);
    expect(names).toEqual(["Link 5", "Link 4", "Link 3", "Link 2", "Link 1"]);
  });

  it("take a bounded number of statements for a page, however many links it has", async () => {
    const user = await signUp(api);
    const { body } = await graphql(
      api,
      `
        mutation {
          createGroup(name: "All") {
            id
          }
        }
      `,
      {},
      user,
    );
    const groupId = (body["data"] as { createGroup: { id: string } }).createGroup.id;
    const statementsFor = async (links: number) => {
      for (let i = 0; i < links; i++) await makeLink(api, user, { groupId });
      const pool = await api.services.orm.em.getConnection().getNativeClient();
      // Event followers use the same pool, so the minimum of several tries is the call's own number of queries.
      let fewest = Infinity;
      for (let i = 0; i < 5; i++) {
        let statements = 0;
        const count = (): void => void statements++;
        pool.on("acquire", count);
        await graphql(
          api,
          "{ links(first: 50) { edges { node { id clicks group { name urlCount } } } totalCount } }",
          {},
          user,
        );
        pool.off("acquire", count);
        fewest = Math.min(fewest, statements);
      }
      return fewest;
    };
    const few = await statementsFor(2);
    expect(few).toBeGreaterThan(0);
    expect(await statementsFor(20)).toBe(few);
  });

  it.each([
    ["first: 0", "Must be between 1 and 100"],
    ["first: 101", "Must be between 1 and 100"],
    [`after: "nonsense"`, "Invalid cursor. Use a cursor from the same list with the same sort order"],
  ])("refuse (%s)", async (args, message) => {
    const { body } = await graphql(api, `{ links(${args}) { totalCount } }`, {}, ada);
    expect(body).toMatchObject({
      errors: [{ extensions: { type: "VALIDATION_ERROR", details: { fields: [{ message }] } } }],
    });
  });

  it("call a malformed id and an unknown field the caller's mistake", async () => {
    const id = await graphql(
      api,
      `
        {
          link(id: "x") {
            id
          }
        }
      `,
      {},
      ada,
    );
    expect(id.body).toMatchObject({ errors: [{ extensions: { type: "VALIDATION_ERROR" } }] });
    const field = await graphql(api, "{ nothing }", {}, ada);
    expect(field.body).toMatchObject({ errors: [{ extensions: { type: "VALIDATION_ERROR" } }] });
  });

  it("of others stay theirs", async () => {
    const { id } = await makeLink(api, ada);
    for (const query of [
      "query ($id: UUID!) { link(id: $id) { id } }",
      "query ($id: UUID!) { linkStats(linkId: $id) { totalClicks } }",
      "query ($id: UUID!) { clickLog(linkId: $id) { totalCount } }",
      `mutation ($id: UUID!) { updateLink(id: $id, input: { name: "mine" }) { id } }`,
      "mutation ($id: UUID!) { setLinkActive(id: $id, active: false) { id } }",
      "mutation ($id: UUID!) { deleteLink(id: $id) }",
    ]) {
      const { body } = await graphql(api, query, { id }, eve);
      expect(body).toMatchObject({ errors: [{ message: "Link not found", extensions: { type: "NOT_FOUND_ERROR" } }] });
    }
  });
});

interface LinksPage {
  edges: { node: { name: string } }[];
  pageInfo: { endCursor: string; hasNextPage: boolean };
  totalCount: number;
}

describe("the click log", () => {
  it("pages by cursor through clicks of the same moment", async () => {
    const { id: linkId } = await makeLink(api, ada);
    const at = "2026-05-05T05:05:05.555Z";
    await insertClicks(
      api,
      Array.from({ length: 7 }, (_, visitor) => ({ ownerId: ada.id, linkId, at, visitor })),
    );
    const seen = new Set<string>();
    let after: string | null = null;
    do {
      const { body } = await graphql(
        api,
        "query ($linkId: UUID!, $after: String) { clickLog(linkId: $linkId, first: 3, after: $after) { clicks { id timestamp } totalCount endCursor hasNextPage } }",
        { linkId, after },
        ada,
      );
      const page: ClickPage = (body["data"] as { clickLog: ClickPage }).clickLog;
      expect(page.totalCount).toBe(7);
      for (const click of page.clicks) {
        expect(click.timestamp).toBe(at);
        seen.add(click.id);
      }
      after = page.hasNextPage ? page.endCursor : null;
    } while (after);
    expect(seen.size).toBe(7);
  });
});

it("answers a browser with no page that needs another host, if there is no web app", async () => {
  const { statusCode, body } = await api.app.inject({ url: "/graphql", headers: { accept: "text/html,*/*;q=0.8" } });
  expect(statusCode).toBe(400);
  expect(body).not.toContain("://");
});

interface ClickPage {
  clicks: { id: string; timestamp: string }[];
  totalCount: number;
  endCursor: string;
  hasNextPage: boolean;
}
