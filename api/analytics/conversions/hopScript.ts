import { hopIdLength, hopIdParameter } from "@hoplog/schema/conversions/hopId.js";
import type { FastifyInstance } from "fastify";

/** Runs on customers' pages, in any browser. Sends no requests, and sets no cookie unless configured to. */
export const hopScript = `(function () {
  "use strict";
  var name = "${hopIdParameter}";
  var script = document.currentScript;
  var storage = (script && script.getAttribute("data-storage")) || "session";
  var form = /^[\\w-]{${hopIdLength}}$/;
  var known = null;
  function store() {
    return storage === "local" ? localStorage : sessionStorage;
  }
  function kept() {
    try {
      if (storage !== "cookie") return store().getItem(name);
      var found = document.cookie.match(/(?:^|; )${hopIdParameter}=([^;]*)/);
      return found && found[1];
    } catch (error) {
      return null;
    }
  }
  function keep(id) {
    try {
      if (storage !== "cookie") store().setItem(name, id);
      else {
        var secure = location.protocol === "https:" ? "; secure" : "";
        document.cookie = name + "=" + id + "; path=/; max-age=7776000; samesite=lax" + secure;
      }
    } catch (error) {}
  }
  function clickId() {
    var id = known || kept();
    return id && form.test(id) ? id : null;
  }
  function fill() {
    var id = clickId();
    if (!id) return;
    var inputs = document.querySelectorAll('input[type="hidden"][name="' + name + '"]');
    for (var i = 0; i < inputs.length; i++) inputs[i].value = id;
  }
  var others = location.search.slice(1).split("&").filter(function (part) {
    var at = part.indexOf("=");
    if ((at < 0 ? part : part.slice(0, at)) !== name) return true;
    if (form.test(part.slice(at + 1))) known = part.slice(at + 1);
    return false;
  }).join("&");
  if (known) {
    keep(known);
    history.replaceState(history.state, "", location.pathname + (others ? "?" + others : "") + location.hash);
  }
  window.hoplog = { clickId: clickId };
  document.addEventListener("submit", fill, true);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", fill);
  else fill();
})();
`;

/** Serves the script to other sites. It is the same for all callers and needs no key. */
export function hopScriptRoute(app: FastifyInstance): void {
  app.get("/hop.js", async (_request, reply) =>
    reply
      .type("text/javascript; charset=utf-8")
      .headers({ "cache-control": "public, max-age=3600", "cross-origin-resource-policy": "cross-origin" })
      .send(hopScript),
  );
}
