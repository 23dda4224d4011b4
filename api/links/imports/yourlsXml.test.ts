import { importLimits } from "@hoplog/schema/imports/limits.js";
import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import { describe, expect, it } from "vitest";
import { readRecords } from "./records.ts";
import { planOf } from "./sources/columnPlan.ts";
import { readLink } from "./sources/readLink.ts";
import { readers } from "./sources/readers.ts";
import { yourlsLinksIn } from "./yourlsXml.ts";

const plugin = `<?xml version="1.0" encoding="utf-8"?>
<redirection>
	<module name="YOURLS" id="1" type="wp">
		<group id="1" name="YOURLS" status="enabled" position="0" tracking="1">
			<item id="ozh" position="1" status="enabled">
				<source>/ozh/</source>
				<title>Größe &amp; &lt;more&gt;</title>
				<ip>192.0.2.1</ip>
				<match type="url" regex="0"></match>
				<action type="url" code="301">https://a.example/?a=1&amp;b=2</action>
				<statistic count="12" access="2024-03-01 10:00:00"/>
			</item>
			<item id="b" position="0" status="disabled">
				<source>/b/</source>
				<title></title>
				<ip></ip>
				<match type="url" regex="0"></match>
				<action type="url" code="301">https://b.example/</action>
				<statistic count="0" access="2024-03-01 10:00:00"/>
			</item>
		</group>
	</module>
</redirection>
`;
const answer =
  '<?xml version="1.0" encoding="iso-8859-1"?><result><links><link_1><shorturl>https://y.example/ozh</shorturl>' +
  "<url><![CDATA[https://a.example/?a=1&amp;b=2]]></url><title><![CDATA[Gr&ouml;&szlig;e &amp; &lt;more&gt; &quot;日本&quot;]]></title>" +
  "<timestamp>2024-03-01 10:00:00</timestamp><ip>192.0.2.1</ip><clicks>12</clicks></link_1>" +
  "<link_2><shorturl>https://y.example/b</shorturl><url>https://b.example/</url><title></title><timestamp>2024-03-01 10:00:00</timestamp><ip></ip><clicks>0</clicks></link_2></links>" +
  "<stats><total_links>2</total_links><total_clicks>12</total_clicks></stats><statusCode>200</statusCode><message>success</message></result>";

const read = (file: string, source: ImportSource = "yourls") =>
  readRecords(null, Buffer.from(file), {
    isLast: true,
    source,
    needs: readers.yourls.columns.destination ?? [],
  }).records;
const linksOf = (file: string) =>
  read(file).map(({ record }) => readLink(readers.yourls, planOf(readers.yourls.columns), record ?? {}));

describe("XML of YOURLS", () => {
  it("of its plugin has conditions listed that the plugin doesn't write", () => {
    const file = plugin.replace('type="url" regex="0"', 'type="agent" regex="1"').replace('code="301"', 'code="302"');
    expect(linksOf(file)[0]?.losses.map(({ message }) => message)).toEqual([
      'Column match_type "agent" is not imported',
      'Column regex "1" is not imported',
      'Column redirect_code "302" is not imported',
    ]);
  });

  it("of its plugin is read; what is not enabled there arrives switched off", () => {
    const [first, second] = linksOf(plugin);
    expect(first).toMatchObject({
      id: "ozh",
      visits: 12,
      createdAt: "2024-03-01T10:00:00.000Z",
      input: { name: "Größe & <more>", originalUrl: "https://a.example/?a=1&b=2", shortUrl: "ozh" },
      losses: [],
    });
    expect(second).toMatchObject({
      input: { originalUrl: "https://b.example/", shortUrl: "b" },
      losses: [{ kind: "restriction", message: expect.stringMatching(/^Column status /) }],
    });
  });

  it("of its API is read, entities of HTML within sections among it", () => {
    expect(linksOf(answer)).toMatchObject([
      {
        id: "ozh",
        visits: 12,
        input: { name: 'Größe & <more> "日本"', originalUrl: "https://a.example/?a=1&b=2", domain: "y.example" },
        losses: [],
      },
      { input: { originalUrl: "https://b.example/", shortUrl: "b" }, losses: [] },
    ]);
    const one =
      "<result><statusCode>200</statusCode><link><shorturl>https://y.example/a</shorturl><url>https://a.example/</url></link></result>";
    expect(linksOf(one)).toMatchObject([{ input: { originalUrl: "https://a.example/", shortUrl: "a" } }]);
    expect(yourlsLinksIn("<result><errorCode>403</errorCode></result>")).toEqual([]);
  });

  it("has the links of the plugin's CSV", () => {
    expect(linksOf("source,target,hits\r\n/ozh/,https://a.example/,12\r\n")).toMatchObject([
      { id: "ozh", visits: 12, input: { originalUrl: "https://a.example/", shortUrl: "ozh" }, losses: [] },
    ]);
  });

  it("of another kind is refused by its name, and as another source", () => {
    expect(() => read('<?xml version="1.0"?><rss version="2.0"></rss>')).toThrow("The file is XML (rss), but neither");
    expect(() => read(plugin.replace('name="YOURLS"', 'name="WordPress"'))).toThrow("of the plugin Redirection");
    expect(() => read(plugin, "csv")).toThrow("The file is XML from YOURLS or another service");
    expect(() => read("<!doctype html><title>x</title>")).toThrow("The file is HTML");
  });

  it("expands no entities that it declares", () => {
    const dtd = `<?xml version="1.0"?><!DOCTYPE result [<!ENTITY a "x"><!ENTITY b "&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>`;
    const [link] = yourlsLinksIn(`${dtd}<result><links><l><url>&b;&c;</url></l></links></result>`);
    expect(link).toEqual({ url: "&b;&c;" });
  });

  const begin = "<result><links>";
  const filled = (piece: string) => piece.repeat(Math.floor((importLimits.documentBytes - 100) / piece.length));
  it.each<[string, string, string | null]>([
    ["elements without an end", filled("<a>"), "nested too deep"],
    ["links without end", filled("<a/>"), "at most 1000000 links"],
    ["fields without end", `<a>${filled("<b/>")}`, null],
    ["ends alone", filled("</a>"), null],
    ["sections", `<a><url>${filled("<![CDATA[&amp;]]>")}</url></a>`, null],
    ["a section of entities", `<a><url><![CDATA[${filled("&amp;")}]]></url></a>`, null],
    ["attributes", `<a ${filled("b=''  ")}>`, null],
  ])("takes little time: %s", (_what, content, problem) => {
    const file = `${begin}${content}`;
    const began = process.threadCpuUsage();
    if (problem === null) read(file);
    else expect(() => read(file)).toThrow(problem);
    expect(process.threadCpuUsage(began).user).toBeLessThan(10e6);
  });

  it("is refused above the size of a document", () => {
    const file = Buffer.alloc(importLimits.documentBytes + 1, begin);
    const options = { isLast: false, source: "yourls" as const, needs: [] };
    expect(() => readRecords(null, file, options)).toThrow("at most 16 MiB");
  });
});
