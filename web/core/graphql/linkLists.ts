/** Names of the queries to refetch after changes to link lists whose result only the server knows. */
export const linkLists = ["Links", "LinkCount"];
