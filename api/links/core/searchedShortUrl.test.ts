import { beforeAll, describe, expect, it } from "vitest";
import { call, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { pastedUrl } from "./searchedShortUrl.ts";

describe("a pasted text", () => {
  it.each([
    ["localhost:3001/Spring", "localhost", ["Spring"]],
    ["http://localhost:3001/Spring+", "localhost", ["Spring+", "Spring"]],
    ["https://go.example.com/docs/api/", "go.example.com", ["docs/api/", "docs/api"]],
    ["HTTPS://GO.EXAMPLE.COM/Spring/+?qr#top", "go.example.com", ["Spring/+", "Spring"]],
    ["go.example.com//Spring", "go.example.com", ["Spring"]],
    [" go.example.com/caf%C3%A9 ", "go.example.com", ["café"]],
  ])("%s is a short URL", (text, host, codes) => {
    expect(pastedUrl(text)).toEqual({ host, codes });
  });

  it.each(["Spring", "spring sale / summer", "go.example.com", "https://go.example.com/", "a/%E0%A4", "/", ""])(
    "%j is none",
    (text) => expect(pastedUrl(text)).toBeNull(),
  );
});

describe("a search by a short URL", () => {
  let api: TestApi;
  let user: TestUser;
  let spring: string;
  let own: string;
  beforeAll(async () => {
    api = await sharedTestApi();
    user = await signUp(api);
    await call(api, "POST", "/api/domains", { user, body: { name: "pasted.brand.example", ignoresCase: true } });
    spring = (await makeLink(api, user, { name: "Spring sale", shortUrl: "Pasted-Spring" })).id;
    // Contains the searched text in its destination.
    await makeLink(api, user, { name: "Other", originalUrl: "http://elsewhere.example/localhost:3001/Pasted-Spring" });
    own = (await makeLink(api, user, { name: "Own", domain: "pasted.brand.example", shortUrl: "sale" })).id;
  });

  const found = async (search: string, by = user) => {
    const { body } = await call(api, "GET", `/api/urls?search=${encodeURIComponent(search)}`, { user: by });
    return (body["data"] as { _id: string }[]).map(({ _id }) => _id);
  };

  it.each(["localhost:3001/Pasted-Spring", "http://localhost:3001/Pasted-Spring+", "LOCALHOST/Pasted-Spring/"])(
    "%s finds its link alone",
    async (search) => expect(await found(search)).toEqual([spring]),
  );

  it("takes no notice of case where the domain doesn't", async () => {
    expect(await found("https://PASTED.brand.example/SALE?qr")).toEqual([own]);
    expect(await found("localhost:3001/pasted-spring")).not.toContain(spring);
  });

  it("finds nobody else's link", async () => {
    const stranger = await signUp(api);
    expect(await found("localhost:3001/Pasted-Spring", stranger)).toEqual([]);
  });
});
