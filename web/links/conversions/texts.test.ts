import { moneyText } from "@hoplog/schema/conversions/money.js";
import { expect, it } from "vitest";
import { rateText, revenueText, routeText } from "./texts.ts";

it("writes amounts by their currency's minor units", () => {
  expect([
    moneyText({ currency: "EUR", amount: 4900 }),
    moneyText({ currency: "JPY", amount: 4900 }),
    moneyText({ currency: "KWD", amount: 4900 }),
  ]).toEqual(["€49.00", "¥4,900", "KWD\u00a04.900"]);
  expect(revenueText([])).toBe("–");
  expect([rateText(null), rateText(0.0312), rateText(1)]).toEqual(["–", "3.1%", "100%"]);
});

it("calls ways as their owner does, and what is gone by its number", () => {
  const arms = [
    { number: 1, name: "Green button", url: "https://a.example/" },
    { number: 2, name: "", url: "https://b.example/" },
  ];
  const link = { rules: [{ number: 4, name: "Germany", then: { split: { arms } } }], split: null };
  const texts = [
    [4, 1],
    [4, 2],
    [0, 9],
    [7, 0],
    [0, 0],
  ].map(([rule = 0, arm = 0]) => routeText(link, { rule, arm }));
  expect(texts).toEqual([
    "Germany: Green button",
    "Germany: https://b.example/",
    "Arm 9",
    "Rule 7",
    "Neither rule nor arm",
  ]);
});
