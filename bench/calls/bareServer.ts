import { randomBytes } from "node:crypto";
import Fastify from "fastify";
import pg from "pg";
import { v7 } from "uuid";

/** Baseline: a bare server that sends Postgres the api's queries. Arguments: the database URL and an owner id. */
const [databaseUrl = "", ownerId = ""] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
const app = Fastify();
const columns = "id, name, code, original_url, group_id, is_active, created_at, updated_at";

app.get("/link/:id", async (request) => {
  const { rows } = await pool.query({
    name: "link",
    text: `SELECT ${columns} FROM link WHERE id = $1 AND owner_id = $2`,
    values: [new URL(request.url, "http://x").pathname.split("/")[2], ownerId],
  });
  return { success: true, data: rows[0] };
});

app.get("/links", async () => {
  const { rows } = await pool.query({
    name: "links",
    text: `SELECT ${columns} FROM link WHERE owner_id = $1 ORDER BY created_at DESC, id DESC LIMIT 50`,
    values: [ownerId],
  });
  return { success: true, data: rows };
});

app.get("/links-and-total", async () => {
  const values = [ownerId];
  const [{ rows }, { rows: totals }] = await Promise.all([
    pool.query({
      name: "links",
      text: `SELECT ${columns} FROM link WHERE owner_id = $1 ORDER BY created_at DESC, id DESC LIMIT 50`,
      values,
    }),
    pool.query({ name: "total", text: "SELECT count(*)::int AS total FROM link WHERE owner_id = $1", values }),
  ]);
  return { success: true, data: rows, total: totals[0]?.total };
});

app.get("/links-by-update", async () => {
  const { rows } = await pool.query({
    name: "links-by-update",
    text: `SELECT ${columns} FROM link WHERE owner_id = $1 ORDER BY updated_at DESC, id DESC LIMIT 50`,
    values: [ownerId],
  });
  return { success: true, data: rows };
});

/** The statement is not prepared, because the best plan of a search depends on its text. */
app.get<{ Querystring: { text: string } }>("/search", async (request) => {
  const { rows } = await pool.query({
    text: `SELECT ${columns} FROM link WHERE owner_id = $1 AND (name || E'\\n' || code || E'\\n' || original_url) ILIKE $2
           ORDER BY created_at DESC, id DESC LIMIT 50`,
    values: [ownerId, `%${request.query.text}%`],
  });
  return { success: true, data: rows };
});

app.post<{ Body: { name: string; originalUrl: string; code: string } }>("/links", async (request, reply) => {
  const { name, originalUrl, code } = request.body;
  const { rows } = await pool.query({
    name: "create",
    text: `INSERT INTO link (id, owner_id, name, code, original_url, is_active, revision, created_at, updated_at)
           VALUES (uuidv7(), $1, $2, $3, $4, true, 1, now(), now()) RETURNING ${columns}`,
    values: [ownerId, name, code, originalUrl],
  });
  return reply.code(201).send({ success: true, data: rows[0] });
});

interface Batch {
  readonly urls: readonly { readonly name: string; readonly originalUrl: string }[];
}

/** Writes the same rows as a batch of the api, including event log and audit, with one insert per table. */
app.post<{ Body: Batch }>("/links/batch", { bodyLimit: 4 * 1024 * 1024 }, async (request) => {
  const { urls } = request.body;
  const ids = urls.map(() => v7());
  const codes = urls.map(() => randomBytes(6).toString("base64url"));
  const names = urls.map(({ name }) => name);
  const targets = urls.map(({ originalUrl }) => originalUrl);
  const at = new Date().toISOString();
  const events = urls.map(({ name, originalUrl }, i) =>
    JSON.stringify({ linkId: ids[i], ownerId, name, code: codes[i], originalUrl, groupId: null, at }),
  );
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query({
      name: "claims",
      text: "INSERT INTO code_claim (code, owner_id, link_id) SELECT code, $1, id FROM unnest($2::text[], $3::uuid[]) AS t (code, id)",
      values: [ownerId, codes, ids],
    });
    const { rows } = await client.query({
      name: "batch",
      text: `INSERT INTO link (id, owner_id, name, code, original_url, is_active, revision, created_at, updated_at)
             SELECT id, $1, name, code, url, true, 1, now(), now()
             FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) AS t (id, name, code, url) RETURNING ${columns}`,
      values: [ownerId, ids, names, codes, targets],
    });
    await client.query({
      name: "events",
      text: `INSERT INTO event (stream_type, stream_id, stream_version, type, schema_version, data, meta)
             SELECT 'link', id, 1, 'LinkCreated', 1, data, $1::jsonb FROM unnest($2::uuid[], $3::jsonb[]) AS t (id, data)`,
      values: [JSON.stringify({ userId: ownerId, via: "rest" }), ids, events],
    });
    await client.query({
      name: "audit",
      text: `INSERT INTO audit (actor_kind, user_id, workspace_id, credential_kind, via, action, resource_type, resource_id, detail, address)
             SELECT 'user', $1, $1, 'session', 'rest', 'CreateLink', 'link', id, '{"events": ["LinkCreated"]}', '127.0.0.1'
             FROM unnest($2::uuid[]) AS t (id)`,
      values: [ownerId, ids],
    });
    await client.query("COMMIT");
    return { success: true, data: rows };
  } finally {
    client.release();
  }
});

const address = await app.listen({ port: 0, host: "127.0.0.1" });
process.send?.(address);
