import Fastify from "fastify";
import pg from "pg";

/** The comparator: the same question to Postgres, with nothing around it. Takes the database's address and an owner. */
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

const address = await app.listen({ port: 0, host: "127.0.0.1" });
process.send?.(address);
