/* eslint-disable */
import * as types from './graphql';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "query LinkTitle($id: UUID!) {\n  link(id: $id) {\n    id\n    name\n    shortUrl\n    fullShortUrl\n    isActive\n  }\n}\n\nquery LinkStats($linkId: UUID!, $tz: String!, $bots: Boolean!) {\n  linkStats(linkId: $linkId, tz: $tz, bots: $bots) {\n    totalClicks\n    uniqueVisitors\n    countries\n    browsers\n    clicksByDate {\n      date\n      clicks\n    }\n    topCountries {\n      code\n      name\n      clicks\n    }\n    topBrowsers {\n      value\n      clicks\n    }\n    topOperatingSystems {\n      value\n      clicks\n    }\n  }\n}\n\nquery ClickLog($linkId: UUID!, $first: Int!, $after: String) {\n  clickLog(linkId: $linkId, first: $first, after: $after) {\n    clicks {\n      id\n      timestamp\n      country\n      countryCode\n      city\n      regionName\n      isp\n      device\n      browser\n      browserVersion\n      operatingSystem\n      referrer\n      isBot\n      botReason\n    }\n    totalCount\n    endCursor\n    hasNextPage\n  }\n}": typeof types.LinkTitleDocument,
    "fragment SessionUser on User {\n  id\n  name\n  email\n  contactNumber\n  isGoogleUser\n  emailVerified\n}\n\nquery Me {\n  me {\n    ...SessionUser\n  }\n}\n\nmutation Register($input: RegisterInput!) {\n  register(input: $input) {\n    id\n  }\n}\n\nmutation Login($email: String!, $password: String!) {\n  login(email: $email, password: $password) {\n    user {\n      ...SessionUser\n    }\n    tokens {\n      accessToken\n      refreshToken\n    }\n  }\n}\n\nmutation Logout {\n  logout\n}": typeof types.SessionUserFragmentDoc,
    "fragment LinkCard on Link {\n  id\n  name\n  originalUrl\n  shortUrl\n  fullShortUrl\n  isActive\n  createdAt\n  clicks\n  group {\n    id\n    name\n  }\n}\n\nquery Links($first: Int!, $after: String, $search: String, $isActive: Boolean) {\n  links(\n    first: $first\n    after: $after\n    filter: {search: $search, isActive: $isActive}\n  ) {\n    edges {\n      cursor\n      node {\n        ...LinkCard\n      }\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n    }\n    totalCount\n  }\n}\n\nquery GroupNames {\n  groups {\n    id\n    name\n  }\n}\n\nmutation CreateLink($input: CreateLinkInput!) {\n  createLink(input: $input) {\n    ...LinkCard\n  }\n}\n\nmutation UpdateLink($id: UUID!, $input: UpdateLinkInput!) {\n  updateLink(id: $id, input: $input) {\n    ...LinkCard\n  }\n}\n\nmutation SetLinkActive($id: UUID!, $active: Boolean!) {\n  setLinkActive(id: $id, active: $active) {\n    ...LinkCard\n  }\n}\n\nmutation DeleteLink($id: UUID!) {\n  deleteLink(id: $id)\n}": typeof types.LinkCardFragmentDoc,
    "subscription LinkCounts {\n  linkCounts {\n    linkId\n    clicks\n    clicksWithBots\n  }\n}": typeof types.LinkCountsDocument,
    "mutation RefreshTokens($refreshToken: String!) {\n  refreshTokens(refreshToken: $refreshToken) {\n    accessToken\n    refreshToken\n  }\n}": typeof types.RefreshTokensDocument,
};
const documents: Documents = {
    "query LinkTitle($id: UUID!) {\n  link(id: $id) {\n    id\n    name\n    shortUrl\n    fullShortUrl\n    isActive\n  }\n}\n\nquery LinkStats($linkId: UUID!, $tz: String!, $bots: Boolean!) {\n  linkStats(linkId: $linkId, tz: $tz, bots: $bots) {\n    totalClicks\n    uniqueVisitors\n    countries\n    browsers\n    clicksByDate {\n      date\n      clicks\n    }\n    topCountries {\n      code\n      name\n      clicks\n    }\n    topBrowsers {\n      value\n      clicks\n    }\n    topOperatingSystems {\n      value\n      clicks\n    }\n  }\n}\n\nquery ClickLog($linkId: UUID!, $first: Int!, $after: String) {\n  clickLog(linkId: $linkId, first: $first, after: $after) {\n    clicks {\n      id\n      timestamp\n      country\n      countryCode\n      city\n      regionName\n      isp\n      device\n      browser\n      browserVersion\n      operatingSystem\n      referrer\n      isBot\n      botReason\n    }\n    totalCount\n    endCursor\n    hasNextPage\n  }\n}": types.LinkTitleDocument,
    "fragment SessionUser on User {\n  id\n  name\n  email\n  contactNumber\n  isGoogleUser\n  emailVerified\n}\n\nquery Me {\n  me {\n    ...SessionUser\n  }\n}\n\nmutation Register($input: RegisterInput!) {\n  register(input: $input) {\n    id\n  }\n}\n\nmutation Login($email: String!, $password: String!) {\n  login(email: $email, password: $password) {\n    user {\n      ...SessionUser\n    }\n    tokens {\n      accessToken\n      refreshToken\n    }\n  }\n}\n\nmutation Logout {\n  logout\n}": types.SessionUserFragmentDoc,
    "fragment LinkCard on Link {\n  id\n  name\n  originalUrl\n  shortUrl\n  fullShortUrl\n  isActive\n  createdAt\n  clicks\n  group {\n    id\n    name\n  }\n}\n\nquery Links($first: Int!, $after: String, $search: String, $isActive: Boolean) {\n  links(\n    first: $first\n    after: $after\n    filter: {search: $search, isActive: $isActive}\n  ) {\n    edges {\n      cursor\n      node {\n        ...LinkCard\n      }\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n    }\n    totalCount\n  }\n}\n\nquery GroupNames {\n  groups {\n    id\n    name\n  }\n}\n\nmutation CreateLink($input: CreateLinkInput!) {\n  createLink(input: $input) {\n    ...LinkCard\n  }\n}\n\nmutation UpdateLink($id: UUID!, $input: UpdateLinkInput!) {\n  updateLink(id: $id, input: $input) {\n    ...LinkCard\n  }\n}\n\nmutation SetLinkActive($id: UUID!, $active: Boolean!) {\n  setLinkActive(id: $id, active: $active) {\n    ...LinkCard\n  }\n}\n\nmutation DeleteLink($id: UUID!) {\n  deleteLink(id: $id)\n}": types.LinkCardFragmentDoc,
    "subscription LinkCounts {\n  linkCounts {\n    linkId\n    clicks\n    clicksWithBots\n  }\n}": types.LinkCountsDocument,
    "mutation RefreshTokens($refreshToken: String!) {\n  refreshTokens(refreshToken: $refreshToken) {\n    accessToken\n    refreshToken\n  }\n}": types.RefreshTokensDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query LinkTitle($id: UUID!) {\n  link(id: $id) {\n    id\n    name\n    shortUrl\n    fullShortUrl\n    isActive\n  }\n}\n\nquery LinkStats($linkId: UUID!, $tz: String!, $bots: Boolean!) {\n  linkStats(linkId: $linkId, tz: $tz, bots: $bots) {\n    totalClicks\n    uniqueVisitors\n    countries\n    browsers\n    clicksByDate {\n      date\n      clicks\n    }\n    topCountries {\n      code\n      name\n      clicks\n    }\n    topBrowsers {\n      value\n      clicks\n    }\n    topOperatingSystems {\n      value\n      clicks\n    }\n  }\n}\n\nquery ClickLog($linkId: UUID!, $first: Int!, $after: String) {\n  clickLog(linkId: $linkId, first: $first, after: $after) {\n    clicks {\n      id\n      timestamp\n      country\n      countryCode\n      city\n      regionName\n      isp\n      device\n      browser\n      browserVersion\n      operatingSystem\n      referrer\n      isBot\n      botReason\n    }\n    totalCount\n    endCursor\n    hasNextPage\n  }\n}"): (typeof documents)["query LinkTitle($id: UUID!) {\n  link(id: $id) {\n    id\n    name\n    shortUrl\n    fullShortUrl\n    isActive\n  }\n}\n\nquery LinkStats($linkId: UUID!, $tz: String!, $bots: Boolean!) {\n  linkStats(linkId: $linkId, tz: $tz, bots: $bots) {\n    totalClicks\n    uniqueVisitors\n    countries\n    browsers\n    clicksByDate {\n      date\n      clicks\n    }\n    topCountries {\n      code\n      name\n      clicks\n    }\n    topBrowsers {\n      value\n      clicks\n    }\n    topOperatingSystems {\n      value\n      clicks\n    }\n  }\n}\n\nquery ClickLog($linkId: UUID!, $first: Int!, $after: String) {\n  clickLog(linkId: $linkId, first: $first, after: $after) {\n    clicks {\n      id\n      timestamp\n      country\n      countryCode\n      city\n      regionName\n      isp\n      device\n      browser\n      browserVersion\n      operatingSystem\n      referrer\n      isBot\n      botReason\n    }\n    totalCount\n    endCursor\n    hasNextPage\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment SessionUser on User {\n  id\n  name\n  email\n  contactNumber\n  isGoogleUser\n  emailVerified\n}\n\nquery Me {\n  me {\n    ...SessionUser\n  }\n}\n\nmutation Register($input: RegisterInput!) {\n  register(input: $input) {\n    id\n  }\n}\n\nmutation Login($email: String!, $password: String!) {\n  login(email: $email, password: $password) {\n    user {\n      ...SessionUser\n    }\n    tokens {\n      accessToken\n      refreshToken\n    }\n  }\n}\n\nmutation Logout {\n  logout\n}"): (typeof documents)["fragment SessionUser on User {\n  id\n  name\n  email\n  contactNumber\n  isGoogleUser\n  emailVerified\n}\n\nquery Me {\n  me {\n    ...SessionUser\n  }\n}\n\nmutation Register($input: RegisterInput!) {\n  register(input: $input) {\n    id\n  }\n}\n\nmutation Login($email: String!, $password: String!) {\n  login(email: $email, password: $password) {\n    user {\n      ...SessionUser\n    }\n    tokens {\n      accessToken\n      refreshToken\n    }\n  }\n}\n\nmutation Logout {\n  logout\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment LinkCard on Link {\n  id\n  name\n  originalUrl\n  shortUrl\n  fullShortUrl\n  isActive\n  createdAt\n  clicks\n  group {\n    id\n    name\n  }\n}\n\nquery Links($first: Int!, $after: String, $search: String, $isActive: Boolean) {\n  links(\n    first: $first\n    after: $after\n    filter: {search: $search, isActive: $isActive}\n  ) {\n    edges {\n      cursor\n      node {\n        ...LinkCard\n      }\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n    }\n    totalCount\n  }\n}\n\nquery GroupNames {\n  groups {\n    id\n    name\n  }\n}\n\nmutation CreateLink($input: CreateLinkInput!) {\n  createLink(input: $input) {\n    ...LinkCard\n  }\n}\n\nmutation UpdateLink($id: UUID!, $input: UpdateLinkInput!) {\n  updateLink(id: $id, input: $input) {\n    ...LinkCard\n  }\n}\n\nmutation SetLinkActive($id: UUID!, $active: Boolean!) {\n  setLinkActive(id: $id, active: $active) {\n    ...LinkCard\n  }\n}\n\nmutation DeleteLink($id: UUID!) {\n  deleteLink(id: $id)\n}"): (typeof documents)["fragment LinkCard on Link {\n  id\n  name\n  originalUrl\n  shortUrl\n  fullShortUrl\n  isActive\n  createdAt\n  clicks\n  group {\n    id\n    name\n  }\n}\n\nquery Links($first: Int!, $after: String, $search: String, $isActive: Boolean) {\n  links(\n    first: $first\n    after: $after\n    filter: {search: $search, isActive: $isActive}\n  ) {\n    edges {\n      cursor\n      node {\n        ...LinkCard\n      }\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n    }\n    totalCount\n  }\n}\n\nquery GroupNames {\n  groups {\n    id\n    name\n  }\n}\n\nmutation CreateLink($input: CreateLinkInput!) {\n  createLink(input: $input) {\n    ...LinkCard\n  }\n}\n\nmutation UpdateLink($id: UUID!, $input: UpdateLinkInput!) {\n  updateLink(id: $id, input: $input) {\n    ...LinkCard\n  }\n}\n\nmutation SetLinkActive($id: UUID!, $active: Boolean!) {\n  setLinkActive(id: $id, active: $active) {\n    ...LinkCard\n  }\n}\n\nmutation DeleteLink($id: UUID!) {\n  deleteLink(id: $id)\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "subscription LinkCounts {\n  linkCounts {\n    linkId\n    clicks\n    clicksWithBots\n  }\n}"): (typeof documents)["subscription LinkCounts {\n  linkCounts {\n    linkId\n    clicks\n    clicksWithBots\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RefreshTokens($refreshToken: String!) {\n  refreshTokens(refreshToken: $refreshToken) {\n    accessToken\n    refreshToken\n  }\n}"): (typeof documents)["mutation RefreshTokens($refreshToken: String!) {\n  refreshTokens(refreshToken: $refreshToken) {\n    accessToken\n    refreshToken\n  }\n}"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;