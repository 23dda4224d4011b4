/** Names of the queries that are sent again when lists of links have changed in a way that only the server knows. */
export const linkLists = ["Links", "LinkCount"];
