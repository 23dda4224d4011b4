import { importLimits } from "@hoplog/schema/imports/limits.js";
import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileLinks, readWhole } from "../../testing/fileLinks.ts";
import { readRecords } from "./records.ts";

const rowsOf = (file: string | Uint8Array, source: ImportSource = "yourls", size = 1_000_000) =>
  readWhole(source, file, size).records;

const create = `CREATE TABLE \`yourls_url\` (
  \`keyword\` varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '',
  \`url\` text COLLATE utf8mb4_unicode_ci NOT NULL,
  \`title\` text COLLATE utf8mb4_unicode_ci COMMENT 'a; b, c (''d'')',
  \`timestamp\` timestamp NOT NULL DEFAULT current_timestamp(),
  \`ip\` varchar(41) NOT NULL,
  \`clicks\` int(10) unsigned NOT NULL,
  PRIMARY KEY (\`keyword\`),
  KEY \`ip\` (\`ip\`),
  KEY \`timestamp\` (\`timestamp\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
`;
const mysqldump = `-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--
-- Host: localhost    Database: it's
/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
SET NAMES utf8mb4;
DROP TABLE IF EXISTS \`yourls_log\`;
CREATE TABLE \`yourls_log\` (\`click_id\` int NOT NULL, \`shorturl\` varchar(100), PRIMARY KEY (\`click_id\`));
LOCK TABLES \`yourls_log\` WRITE;
/*!40000 ALTER TABLE \`yourls_log\` DISABLE KEYS */;
INSERT INTO \`yourls_log\` VALUES (1,'a;b'),(2,'c),(d'),(3,_binary 'x\\'y');
UNLOCK TABLES;
DROP TABLE IF EXISTS \`yourls_url\`;
${create}
LOCK TABLES \`yourls_url\` WRITE;
INSERT INTO \`yourls_url\` VALUES ('ozh','https://a.example/?q=(1);x','Größe \\'1\\', "2" ''3''\\nnext \\\\ 100\\%','2024-03-01 10:00:00','192.0.2.1',12),('b','https://b.example/',NULL,'2024-03-01 10:00:00','',0);
INSERT INTO \`yourls_url\` VALUES ('c',_utf8mb4'https://c.example/',0x47C3B6,'2024-03-01 10:00:00','',b'11');
UNLOCK TABLES;
-- Dump completed on 2024-03-02  1:00:00
`;
const rows = [
  {
    keyword: "ozh",
    url: "https://a.example/?q=(1);x",
    title: "Größe '1', \"2\" '3'\nnext \\ 100\\%",
    timestamp: "2024-03-01 10:00:00",
    ip: "192.0.2.1",
    clicks: "12",
  },
  { keyword: "b", url: "https://b.example/", title: null, timestamp: "2024-03-01 10:00:00", ip: "", clicks: "0" },
  { keyword: "c", url: "https://c.example/", title: "Gö", timestamp: "2024-03-01 10:00:00", ip: "", clicks: "3" },
];

describe("an SQL dump", () => {
  it("of mysqldump has the rows of the source's table, whatever its parts", () => {
    expect(rowsOf(mysqldump)).toEqual(rows);
    for (const size of [1, 7, 100, 999]) expect(rowsOf(mysqldump, "yourls", size), String(size)).toEqual(rows);
    expect(rowsOf(Buffer.from(`\uFEFF${mysqldump}`, "utf16le"))).toEqual(rows);
  });

  it("is read into links", () => {
    expect(fileLinks("yourls", mysqldump)[0]).toMatchObject({
      id: "ozh",
      visits: 12,
      createdAt: "2024-03-01T10:00:00.000Z",
      input: { originalUrl: "https://a.example/?q=(1);x", shortUrl: "ozh" },
      losses: [],
    });
  });

  it("of phpMyAdmin has rows with their columns named", () => {
    const file = `-- phpMyAdmin SQL Dump\n-- version 5.2.1\nSET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";\nSTART TRANSACTION;\n
INSERT IGNORE INTO \`db\`.\`s_url\` (\`url\`, \`keyword\`) VALUES
('https://a.example/', 'a'),
('https://b.example/', 'b');\nCOMMIT;\n`;
    expect(rowsOf(file)).toEqual([
      { url: "https://a.example/", keyword: "a" },
      { url: "https://b.example/", keyword: "b" },
    ]);
    expect(
      rowsOf(
        `# a dump of SQL\nREPLACE INTO "yourls_url"("keyword","url")VALUES("a","it""s")ON DUPLICATE KEY UPDATE a=';';\n`,
      ),
    ).toEqual([{ keyword: "a", url: 'it"s' }]);
  });

  it("of Postgres is read from COPY and from INSERT, where a backslash is one", () => {
    const table =
      "CREATE TABLE public.links (\n    id integer NOT NULL,\n    address character varying(255) NOT NULL,\n    target character varying(2040),\n    domain_id integer,\n    password character varying(255),\n    banned boolean DEFAULT false NOT NULL,\n    CONSTRAINT x CHECK ((id > 0))\n);\n";
    const head = "--\n-- PostgreSQL database dump\n--\n\n\\restrict abc'\nSET standard_conforming_strings = on;\n";
    const copy = `${head}${table}COPY public.links (id, address, target, domain_id, password, banned) FROM stdin;\n1\ta\thttps://a.example/\\\\x\\ty\t\\N\t$2b$secret\tf\n2\tb\thttps://b.example/\t7\t\\N\tt\n\\.\n\nSELECT pg_catalog.setval('x', 1);\n`;
    const insert = `${head}${table}INSERT INTO public.links VALUES (1, 'a', 'https://a.example/\\x	y', NULL, '$2b$secret', false);\nINSERT INTO public.links VALUES (2, 'b', E'https://b.example\\/'::character varying, 7, NULL, true);\n`;
    for (const file of [copy, insert]) {
      for (const size of [1, 50, 100_000])
        expect(rowsOf(file, "kutt", size)).toMatchObject([
          { id: "1", address: "a", target: "https://a.example/\\x\ty", domain_id: null },
          { id: "2", address: "b", target: "https://b.example/", domain_id: "7" },
        ]);
      const [first, second] = fileLinks("kutt", file);
      expect(first).toMatchObject({ hasPassword: true, isActive: true, losses: [] });
      expect(second).toMatchObject({
        isActive: false,
        losses: [{ kind: "domain", message: "The domain 7 is not imported, because its name is in another table" }],
      });
      expect(JSON.stringify(first)).not.toContain("secret");
    }
  });

  it("of Polr and Redirection closes what was closed there", () => {
    const polr =
      "INSERT INTO `links` (`id`, `short_url`, `long_url`, `secret_key`, `is_disabled`) VALUES (1,'a','https://a.example/','',0),(2,'b','https://b.example/','k3y',0),(3,'c','https://c.example/','',1);\n";
    const [open, secret, disabled] = fileLinks("polr", polr);
    expect(open).toMatchObject({ isActive: true, losses: [] });
    expect(secret?.losses).toMatchObject([{ kind: "restriction" }]);
    expect(disabled).toMatchObject({ isActive: false });
    const redirection = `-- MySQL dump\nINSERT INTO wp_redirection_items (id,url,match_url,match_data,regex,position,last_count,last_access,group_id,status,action_type,action_code,action_data,match_type,title) VALUES
      (1,'/a','/a',NULL,0,0,3,'1970-01-01 00:00:00',1,'enabled','url',301,'https://a.example/','url',NULL),
      (2,'/b','/b',NULL,0,0,0,'1970-01-01 00:00:00',1,'disabled','url',301,'https://b.example/','url',NULL),
      (3,'/c','/c',NULL,0,0,0,'1970-01-01 00:00:00',1,'enabled','url',301,'a:2:{s:8:"logged_in";s:18:"https://c.example/";s:10:"logged_out";s:0:"";}','login',NULL),
      (4,'^/d','regex',NULL,1,0,0,'1970-01-01 00:00:00',1,'enabled','url',301,'https://d.example/','url',NULL);\n`;
    const [first, off, login, regex] = fileLinks("redirection", redirection);
    expect(first).toMatchObject({
      visits: 3,
      isActive: true,
      losses: [],
      refusal: null,
      input: { shortUrl: "a", originalUrl: "https://a.example/" },
    });
    expect(off).toMatchObject({ isActive: false });
    expect(login).toMatchObject({ input: { originalUrl: "https://c.example/" }, losses: [{ kind: "restriction" }] });
    expect(regex?.refusal).toContain("regular expression");
  });

  it("gives back any texts that MySQL has escaped", () => {
    const names: Readonly<Record<string, string>> = { "\0": "\\0", "\n": "\\n", "\r": "\\r", "\x1A": "\\Z" };
    const escaped = (text: string) =>
      [...text].map((sign) => names[sign] ?? ("\\'\"".includes(sign) ? `\\${sign}` : sign)).join("");
    const value = fc.string({
      unit: fc.constantFrom(..."\0\n\r\t\\'\"\x1A`,();%_- #/*aüé日😀".split(/(?:)/u)),
      maxLength: 20,
    });
    const quoted = fc.constantFrom(
      (text: string) => `'${escaped(text)}'`,
      (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`,
      (text: string) => `"${escaped(text)}"`,
      (text: string) => `0x${Buffer.from(text).toString("hex")}`,
      (text: string) => `_binary '${escaped(text)}'`,
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(value, quoted), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 40 }),
        (texts, size) => {
          const tuples = texts.map(([text, write]) => `('k',${text === "" ? "''" : write(text)})`);
          const file = `INSERT INTO yourls_url (keyword,url) VALUES ${tuples.join(",")};`;
          const expected = texts.map(([text]) => ({ keyword: "k", url: text.replaceAll("\0", "\uFFFD") }));
          expect(rowsOf(file, "yourls", size)).toEqual(expected);
        },
      ),
    );
  });

  it("goes on behind the rows of a step", () => {
    const count = importLimits.stepRows + 5;
    const tuples = Array.from({ length: count }, (_, n) => `('k${n}','https://a.example/${n}')`);
    const file = Buffer.from(`INSERT INTO yourls_url (keyword,url) VALUES ${tuples.join(",\n")};\n`);
    const options = { isLast: true, source: "yourls", needs: [] } as const;
    const first = readRecords(null, file, options);
    expect(first.records).toHaveLength(importLimits.stepRows);
    expect(first.reading?.isMore).toBe(true);
    const second = readRecords(first.reading, first.rest, options);
    expect(second.records.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5].map((n) => importLimits.stepRows + n));
    expect(second.reading?.isMore).toBe(false);
  });

  it("may hold bytes that are no text in other tables, and rows that don't fit its columns", () => {
    const file = Buffer.concat([
      Buffer.from("INSERT INTO wp_x VALUES (1,_binary '"),
      Buffer.from([0xff, 0xfe, 0x5c, 0x27, 0x80]),
      Buffer.from("');\nINSERT INTO yourls_url (keyword,url) VALUES ('a'),('b','https://b.example/');\n"),
    ]);
    expect(rowsOf(file)).toEqual([null, { keyword: "b", url: "https://b.example/" }]);
  });

  const polr = "INSERT INTO links (short_url,long_url) VALUES ('a','https://a.example/');\n";
  it.each<[string, ImportSource, string]>([
    [polr, "yourls", "The file contains links of polr, not of yourls. Choose polr as the source"],
    [polr, "csv", "Choose the source of its links (kutt, yourls, polr, redirection, prettylinks)"],
    [
      "CREATE TABLE a (b int);\nINSERT INTO wp_posts VALUES (1);\n",
      "yourls",
      "no table with links of yourls. Its tables: a, wp_posts",
    ],
    ["-- MySQL dump\nSELECT 1;\n", "yourls", "no table with links of yourls. Its tables: none"],
    ["INSERT INTO yourls_url VALUES ('a','b');\n", "yourls", "does not name the columns of yourls_url"],
    ["INSERT INTO yourls_url SET keyword = 'a', url = 'b';\n", "yourls", "fills yourls_url without INSERT"],
    ["INSERT INTO yourls_url (keyword,url) VALUES ('a','b", "yourls", "ends within a statement"],
    ["INSERT INTO yourls_url (keyword,url) VALUES ('a','b')", "yourls", "ends within a statement"],
    ["INSERT INTO yourls_url (keyword,url) VALUES ('a' 'b');\n", "yourls", "a row that can't be parsed"],
    [`INSERT INTO yourls_url (keyword,url) VALUES ('${"x".repeat(importLimits.recordBytes)}`, "yourls", "is too long"],
    [
      "INSERT INTO wp_prli_links (id,slug,url) VALUES (1,'a','https://a.example/');\n",
      "prettylinks",
      "no table prli_link_metas, which contains expiry dates",
    ],
    [
      "INSERT INTO wp_prli_link_metas (link_id,meta_key,meta_value) VALUES (1,'a');\n",
      "prettylinks",
      "wp_prli_link_metas does not match the columns",
    ],
    [
      `INSERT INTO wp_prli_link_metas (link_id,meta_key,meta_value) VALUES ${Array.from({ length: 100 }, (_, n) => `(1,'k${n}','${"x".repeat(100_000)}')`).join(",")};\n`,
      "prettylinks",
      "wp_prli_link_metas is too large to be joined",
    ],
    [
      `CREATE TABLE yourls_url (${Array.from({ length: 501 }, (_, n) => `c${n} int`).join(",")});\n`,
      "yourls",
      "more than 500 columns",
    ],
  ])("is refused: %#", (file, source, message) => {
    expect(() => rowsOf(file, source)).toThrow(message);
  });

  const filled = (piece: string) => piece.repeat(Math.floor(1_000_000 / piece.length));
  it.each([
    ["tables", filled("CREATE TABLE yourls_url(keyword int,url int);")],
    ["empty statements", `--\n${filled(";")}`],
    ["comments", filled("--\n")],
    ["parentheses", `INSERT INTO a VALUES ${filled("(")}`],
    ["quotation marks", `INSERT INTO a VALUES (${filled("'")}`],
    ["backslashes", `INSERT INTO a VALUES ('${filled("\\")}`],
    ["blanks", `INSERT INTO ${filled(" ")}`],
    ["names", `INSERT INTO ${filled("a.")}`],
    ["columns", `INSERT INTO yourls_url (${filled("a,")}) VALUES `],
    ["values", `INSERT INTO yourls_url (keyword,url) VALUES (${filled("1,")}1);`],
    ["rows", `INSERT INTO a VALUES (1)${filled(",(1)")};`],
    ["beginnings", `--\n${filled("INSERT INTO ")}`],
    ["words", `--\n${filled("insert ignore ")}`],
  ])("takes little time: %s", (_what, file) => {
    const began = process.threadCpuUsage();
    try {
      rowsOf(file);
    } catch {
      // The file may be rejected, but must not take long.
    }
    expect(process.threadCpuUsage(began).user).toBeLessThan(3e6);
  });
});
