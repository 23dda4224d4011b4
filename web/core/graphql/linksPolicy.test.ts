import { gql } from "@apollo/client";
import { describe, expect, it } from "vitest";
import { createCache } from "./client.ts";

const list = gql`
  query List($first: Int!, $after: String) {
    links(first: $first, after: $after, filter: {}) {
      edges {
        cursor
        node {
          id
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`;
const count = gql`
  query Count {
    links(first: 1, filter: {}) {
      totalCount
    }
  }
`;

function pageOf(ids: readonly string[], hasNextPage = false) {
  const edges = ids.map((id) => ({ __typename: "LinkEdge", cursor: id, node: { __typename: "Link", id } }));
  const pageInfo = { __typename: "PageInfo", endCursor: ids.at(-1) ?? null, hasNextPage };
  return { links: { __typename: "LinkConnection", edges, pageInfo } };
}
const counted = (totalCount: number) => ({ links: { __typename: "LinkConnection", totalCount } });
const first = { first: 2 };

describe("links in the cache", () => {
  it("are not an empty list where only their number is known", () => {
    const cache = createCache();
    cache.writeQuery({ query: count, data: counted(3) });
    expect(cache.readQuery({ query: list, variables: first })).toBeNull();
    expect(cache.readQuery({ query: count })).toEqual(counted(3));
    cache.writeQuery({ query: list, variables: first, data: pageOf([]) });
    expect(cache.readQuery({ query: list, variables: first })).toMatchObject({ links: { edges: [] } });
  });

  it("stay when their number comes again, which stays when they do, page after page", () => {
    const cache = createCache();
    cache.writeQuery({ query: list, variables: first, data: pageOf(["a", "b"], true) });
    cache.writeQuery({ query: count, data: counted(3) });
    cache.writeQuery({ query: list, variables: { ...first, after: "b" }, data: pageOf(["c"]) });
    const edges = ["a", "b", "c"].map((id) => ({ node: { id } }));
    expect(cache.readQuery({ query: list, variables: first })).toMatchObject({
      links: { edges, pageInfo: { hasNextPage: false } },
    });
    expect(cache.readQuery({ query: count })).toEqual(counted(3));
    cache.writeQuery({ query: list, variables: first, data: pageOf(["c"]) });
    expect(cache.readQuery({ query: list, variables: first })).toMatchObject({ links: { edges: edges.slice(2) } });
    expect(cache.readQuery({ query: count })).toEqual(counted(3));
  });
});
