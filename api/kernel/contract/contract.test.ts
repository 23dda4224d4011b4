import { authenticationError, HoplogError } from "@hoplog/schema/errors.js";
import Fastify from "fastify";
import { graphql, printType } from "graphql";
import { buildSchema } from "type-graphql";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type Permission, permissionsOf } from "../access/permissions.ts";
import type { Actor } from "../calls/actor.ts";
import { count, instant, recordId } from "./answerPieces.ts";
import type { GraphqlContext } from "../calls/graphqlContext.ts";
import { optionalText, text, textOrEmpty, wholeNumber } from "./parse.ts";
import { confirmation, many, one, success } from "./answers.ts";
import { entity, input, loadedOnce, perKey } from "./entity.ts";
import { enumeration } from "./enumeration.ts";
import { graphqlTypeOf } from "./graphqlTypes.ts";
import { facesOf, operationsOn } from "./operations.ts";
import { moment, readAs, spread } from "./values.ts";

const id = "01900000-0000-7000-8000-000000000001";
const other = "01900000-0000-7000-8000-000000000002";

interface Book {
  readonly id: string;
  readonly title: string;
  readonly printedAt: Date;
  readonly mood: "calm" | "wild";
  readonly series?: string;
}

interface Services {
  readonly books: readonly Book[];
  /** Arguments passed to the handlers. */
  readonly given: unknown[];
  /** The keys that each query for loans received. */
  readonly asked: (readonly string[])[];
  /** The keys that each query for authors received. */
  readonly authorsAsked: (readonly string[])[];
}

const mood = enumeration("Mood", "Mood of a book", { calm: "Quiet", wild: "Loud" });
const authorOf = loadedOnce(async ({ authorsAsked }: Services, _member, books: readonly Book[]) => {
  authorsAsked.push(books.map((one) => one.id));
  return books.map(({ title }) => (title === "Dune" ? "Frank Herbert" : null));
});
const book = entity<Book, Services>()({
  name: "Book",
  description: "A book",
  fields: {
    id: recordId.describe("ID"),
    title: z.string().describe("Title"),
    printedAt: instant.describe("Printing time"),
    mood: mood.nullable().describe("Mood"),
    letters: count.describe("Length of the title"),
    loans: count.describe("Number of loans"),
    shelf: z.string().describe("Where the book stands"),
    series: z.string().optional().describe("Series that it is part of"),
    author: z.string().optional().describe("Author, if known"),
    initial: z.string().nullable().describe("First letter of the author"),
  },
  computed: {
    letters: ({ title }) => title.length,
    loans: perKey(
      (shown) => shown.id,
      async ({ asked }, _member, ids) => {
        asked.push(ids);
        return new Map([[id, 7]]);
      },
      0,
    ),
    shelf: () => "A1",
    author: authorOf.field((author) => author),
    initial: authorOf.field((author) => author?.charAt(0) ?? null),
  },
  restNames: { title: "name" },
  only: { shelf: "graphql" },
});

const years = spread({
  parameters: z.object({ from: wholeNumber(0, 3000).optional(), to: wholeNumber(0, 3000).optional() }),
  ofParameters: ({ from = 0, to = 3000 }) => ({ from, to }),
  argument: z.array(z.int()).nullish().describe("First and last year"),
  ofArgument: (given) => ({ from: given?.[0] ?? 0, to: given?.[1] ?? 3000 }),
});

const bookInput = input("BookInput", "A new book", {
  title: text.describe("Title"),
  printedAt: moment.describe("Time"),
  note: optionalText.describe("Note"),
  pages: z.int().min(1).nullish().describe("Number of pages"),
});

const oneBook = one(book);
const { query, mutation, publicMutation } = operationsOn<Services>({ name: "Books", description: "Books" }, "Link");
const faces = facesOf([
  query({
    name: "books",
    id: "listBooks",
    rest: "GET /api/books",
    summary: "List books",
    description: "All of them.",
    needs: [],
    takes: { years, search: z.string().optional(), max: wholeNumber(1, 9).default(5) },
    restNames: { search: "q" },
    answer: many(book),
    failures: [],
    async run({ books, given }, _actor, asked) {
      given.push(asked);
      return books;
    },
  }),
  mutation({
    name: "createBook",
    rest: "POST /api/books",
    creates: true,
    summary: "Add a book",
    description: "One copy.",
    needs: [],
    takes: { input: readAs(bookInput, z.object({ ...bookInput.shape, pages: z.unknown().optional() })) },
    wasThere: ({ title }) => title === "Dune",
    bodyMax: 1000,
    answer: oneBook,
    message: "Added",
    failures: [400],
    async run({ given }, _actor, asked) {
      given.push(asked);
      return { id, mood: "calm" as const, title: asked.input.title, printedAt: asked.input.printedAt };
    },
  }),
  mutation({
    name: "burnBook",
    rest: "DELETE /api/books/:id",
    summary: "Burn a book",
    description: "For good.",
    needs: [],
    takes: { id: recordId },
    answer: confirmation,
    message: "Burnt",
    failures: [404],
    async run({ given }, _actor, asked) {
      given.push(asked);
    },
  }),
  publicMutation({
    name: "wishForBook",
    rest: "POST /api/books/wishes",
    summary: "Wish for a book",
    description: "Anyone may.",
    takes: { title: text },
    answer: success,
    message: "Noted",
    failures: [400],
    async run({ given }, caller, { title }) {
      given.push([caller.via, caller.address, "userId" in caller, title]);
    },
  }),
]);

const actor: Actor = {
  userId: id,
  workspaceId: id,
  role: "owner",
  permissions: permissionsOf("owner"),
  credential: { kind: "session", id },
  via: "rest",
  address: "127.0.0.1",
};
const printedAt = new Date("2026-11-30T00:00:00.000Z");
const dune: Book = { id, title: "Dune", printedAt, mood: "wild" };
const servicesWith = (): Services => ({
  given: [],
  asked: [],
  authorsAsked: [],
  books: [
    { ...dune, series: "Arrakis" },
    { id: other, title: "Emma", printedAt, mood: "calm" },
  ],
});

async function overRest(
  method: "GET" | "POST" | "DELETE",
  url: string,
  payload?: object,
  requireActor = async () => actor,
) {
  const services = servicesWith();
  const app = Fastify();
  app.decorateRequest("clientAddress", "192.0.2.1");
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof HoplogError)) return reply.send(error);
    return reply.code(400).send({ type: error.type, details: error.details });
  });
  faces.routes(app, services, requireActor);
  const answer = await app.inject({ method, url, ...(payload && { payload }) });
  await app.close();
  return { services, status: answer.statusCode, body: answer.json() as unknown };
}

const [first = Object, ...others] = faces.resolvers;
const schema = await buildSchema({ resolvers: [first, ...others], validate: false });

async function overGraphql(source: string, context: Partial<GraphqlContext> = {}) {
  const services = servicesWith();
  const contextValue: GraphqlContext<Services> = { actor, caller: actor, ...context, services };
  return { services, ...(await graphql({ schema, source, contextValue })) };
}

describe("one declaration", () => {
  it("is answered alike by REST and GraphQL, but for names", async () => {
    const rest = await overRest("GET", "/api/books?q=e&from=1900");
    const inBoth = { printedAt: printedAt.toISOString(), letters: 4 };
    const known = { series: "Arrakis", author: "Frank Herbert" };
    const shownDune = { ...inBoth, mood: "wild", loans: 7, initial: "F", ...known };
    const shownEmma = { ...inBoth, mood: "calm", loans: 0, initial: null };
    expect(rest.body).toEqual({
      success: true,
      data: [
        { _id: id, name: "Dune", ...shownDune },
        { _id: other, name: "Emma", ...shownEmma },
      ],
    });
    const given = { years: { from: 1900, to: 3000 }, search: "e", max: 5 };
    expect(rest.services.given).toEqual([given]);
    const asked = await overGraphql(
      `{ books(search: "e", years: [1900]) { id title printedAt mood letters loans initial series author shelf } }`,
    );
    expect(JSON.parse(JSON.stringify(asked.data))).toEqual({
      books: [
        { id, title: "Dune", ...shownDune, shelf: "A1" },
        { id: other, title: "Emma", ...shownEmma, series: null, author: null, shelf: "A1" },
      ],
    });
    expect(asked.services.given).toEqual([given]);
  });

  it("loads a field once for all entities", async () => {
    expect((await overRest("GET", "/api/books")).services.asked).toEqual([[id, other]]);
    expect((await overGraphql("{ books { loans } }")).services.asked).toEqual([[id, other]]);
    expect((await overGraphql("{ books { title } }")).services.asked).toEqual([]);
  });

  it("loads what several fields need once for a call, and again for the next one", async () => {
    const { services } = await overRest("GET", "/api/books");
    expect(services.authorsAsked).toEqual([[id, other]]);
    const both = [{ ...dune }, { ...dune, id: other }];
    await book.toRest(services, actor, both);
    await book.toRest(services, actor, both);
    expect(services.authorsAsked).toHaveLength(3);
    expect((await overGraphql("{ books { author initial } }")).services.authorsAsked).toEqual([[id, other]]);
  });

  it("answers with 200 for what was there before", async () => {
    const again = await overRest("POST", "/api/books", { title: "Dune", printedAt: "2026-11-30T00:00:00Z" });
    expect(again).toMatchObject({ status: 200, body: { success: true, data: { name: "Dune" } } });
  });

  it("leaves it to the command to read what REST takes loosely, and bounds its body", async () => {
    const printed = "2026-11-30T00:00:00.000Z";
    const { services } = await overRest("POST", "/api/books", { title: "Ulysses", printedAt: printed, pages: "many" });
    expect(services.given).toMatchObject([{ input: { pages: "many" } }]);
    const { errors } = await overGraphql(
      `mutation { createBook(input: { title: "Ulysses", printedAt: "${printed}", pages: "many" }) { id } }`,
    );
    expect(errors?.[0]?.message).toContain("Int cannot represent");
    await expect(overRest("POST", "/api/books", { title: "x".repeat(1000) })).resolves.toMatchObject({ status: 413 });
  });

  it("takes null for an argument that may only be omitted as none", async () => {
    const { services } = await overGraphql("{ books(search: null) { id } }");
    expect(services.given).toEqual([{ years: { from: 0, to: 3000 }, max: 5 }]);
  });

  it("gives a handler the same input from both faces", async () => {
    const rest = await overRest("POST", "/api/books", { title: "Ulysses", printedAt: "2026-11-30T01:00:00+01:00" });
    expect(rest).toMatchObject({ status: 201, body: { success: true, message: "Added", data: { name: "Ulysses" } } });
    const { services } = await overGraphql(
      `mutation { createBook(input: { title: "Ulysses", printedAt: "2026-11-30T01:00:00+01:00" }) { id } }`,
    );
    expect(JSON.parse(JSON.stringify(services.given))).toEqual(JSON.parse(JSON.stringify(rest.services.given)));
    expect(rest.services.given).toEqual([{ input: { title: "Ulysses", printedAt } }]);
  });

  it("answers a change without a result with a message, and with its id", async () => {
    expect((await overRest("DELETE", `/api/books/${id}`)).body).toEqual({ success: true, message: "Burnt" });
    expect((await overGraphql(`mutation { burnBook(id: "${id}") }`)).data).toMatchObject({ burnBook: id });
    expect((await overRest("DELETE", "/api/books/none")).body).toMatchObject({ type: "NOT_FOUND_ERROR" });
  });

  it("needs an actor unless it is public", async () => {
    const notSignedIn = authenticationError("Please log in to continue.");
    const nobody = async () => Promise.reject(notSignedIn);
    const wish = { title: "Emma" };
    expect((await overRest("GET", "/api/books", undefined, nobody)).body).toMatchObject({ type: notSignedIn.type });
    const rest = await overRest("POST", "/api/books/wishes", wish, nobody);
    expect(rest.body).toEqual({ success: true, message: "Noted" });
    expect(rest.services.given).toEqual([["rest", "192.0.2.1", false, "Emma"]]);

    const caller = { via: "graphql", address: "192.0.2.1" } as const;
    const context = { actor: notSignedIn, caller };
    expect((await overGraphql("{ books { id } }", context)).errors?.[0]?.message).toBe(notSignedIn.message);
    const wished = await overGraphql(`mutation { wishForBook(title: "Emma") }`, context);
    expect(wished.data).toMatchObject({ wishForBook: true });
    expect(wished.services.given).toEqual([["graphql", "192.0.2.1", false, "Emma"]]);
    const foreign = await overGraphql(`mutation { wishForBook(title: "Emma") }`, { ...context, isFromOtherSite: true });
    expect(foreign).toMatchObject({
      errors: [{ message: "This call is not allowed from pages of other sites" }],
      services: { given: [] },
    });
  });

  it.each([
    ["GET", "/api/books?max=10", undefined, "max"],
    ["GET", "/api/books?from=x", undefined, "from"],
    ["POST", "/api/books", { title: "A", printedAt: "yesterday" }, "printedAt"],
    ["POST", "/api/books", { title: "A", printedAt: "2026-11-30T00:00:00Z", note: 5 }, "note"],
  ] as const)("names what REST can't take: %s %s %j", async (method, url, payload, field) => {
    const { body } = await overRest(method, url, payload);
    expect(body).toMatchObject({ type: "VALIDATION_ERROR", details: { fields: [{ field }] } });
  });

  it("has descriptions and nullability in the GraphQL schema", () => {
    const type = schema.getType("Book");
    expect(type && printType(type)).toContain(`"""Mood"""\n  mood: Mood\n`);
    expect(schema.getQueryType()?.getFields()["books"]?.description).toBe("List books. All of them.");
  });
});

describe("a declaration is refused at start", () => {
  it("of a public operation that takes ifMatch", () => {
    const declare = () =>
      publicMutation({
        name: "wishAgain",
        rest: "PUT /api/books/wishes",
        summary: "Wish again",
        description: "Once more.",
        takes: {},
        conditional: true,
        answer: success,
        failures: [],
        run: async () => {},
      });
    expect(declare).toThrow("wishAgain takes ifMatch, so it must require an actor");
  });

  it("that does not say what its caller needs", () => {
    const common = { name: "lendBook", summary: "Lend a book", description: "One.", takes: {}, failures: [] } as const;
    const declare = (needs?: readonly Permission[]) =>
      ({ ...common, needs, rest: "PUT /api/books/loan", answer: success, run: async () => {} }) as const;
    expect(() => mutation(declare())).toThrow("lendBook does not declare the permissions that its caller needs");
    expect(() => publicMutation(declare([]))).toThrow("lendBook is public, so it must not declare permissions");
  });

  it("that only REST would transform", () => {
    expect(() => graphqlTypeOf(textOrEmpty)).toThrow("needs a GraphQL type");
  });

  it("of an input field that may be omitted but not null", () => {
    expect(() => input("Odd", "Odd", { title: z.string().optional() })).toThrow(
      "Odd.title can be omitted but not null",
    );
  });

  it("of a kind that GraphQL lacks", () => {
    expect(() => graphqlTypeOf(z.tuple([z.string()]))).toThrow("kind tuple has no GraphQL type");
  });

  it("of two answers with the same name", () => {
    const declared = (answer: typeof oneBook) =>
      query({
        name: "book",
        rest: "GET /api/books/:id",
        summary: "Get a book",
        description: "One.",
        needs: [],
        takes: { id: recordId },
        answer,
        failures: [404],
        run: async () => dune,
      });
    expect(() => facesOf([declared(oneBook), declared(one(book))])).toThrow(
      "two operations declare different answers named BookAnswer",
    );
  });
});
