import { expect, it } from "vitest";
import { campaignOf } from "./campaign.ts";

const none = { source: "", medium: "", campaign: "", term: "", content: "" };

it("reads all five parameters, decoded", () => {
  const query =
    "utm_source=news%20letter&a=b&utm_medium=e-mail&utm_campaign=Fr%C3%BChling&utm_term=x+y&utm_content=top";
  expect(campaignOf(query)).toEqual({
    source: "news letter",
    medium: "e-mail",
    campaign: "Frühling",
    term: "x y",
    content: "top",
  });
});

it("takes the first of several and trims it", () => {
  expect(campaignOf("utm_source=+a+&utm_source=b")).toEqual({ ...none, source: "a" });
});

it.each([
  ["UTM_SOURCE=a", { source: "a" }],
  ["Utm_Source=a&utm_source=b", { source: "a" }],
  ["utm_source=a&amp;utm_medium=b", { source: "a", medium: "b" }],
  ["utm_campaign=Fru%CC%88hling", { campaign: "Fr\u00fchling" }],
  ["utm_campaign=Fr%C3%BChling", { campaign: "Fr\u00fchling" }],
])("reads %j however it is written", (query, campaign) => {
  expect(campaignOf(query)).toEqual({ ...none, ...campaign });
});

it.each(["", "a=b", "utm_source=", "xutm_source=a", "amputm_source=a"])("finds nothing in %j", (query) => {
  expect(campaignOf(query)).toEqual(none);
});

it("survives broken encoding", () => {
  expect(campaignOf("utm_source=%E0%A4%A&utm_medium=%").medium).toBe("%");
});

it("cuts what is too long, between characters", () => {
  expect(campaignOf(`utm_source=${encodeURIComponent("🔑".repeat(200))}`).source).toBe("🔑".repeat(100));
});
