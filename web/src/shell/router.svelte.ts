/** Pages by path.  Links are ordinary links; a click on one of ours changes the page without loading it anew. */

export const route = $state({ path: location.pathname, query: location.search, hash: location.hash });

function read(): void {
  route.path = location.pathname;
  route.query = location.search;
  route.hash = location.hash;
}

export function go(address: string, replace = false): void {
  const before = location.pathname;
  history[replace ? "replaceState" : "pushState"](null, "", address);
  read();
  if (location.pathname !== before) scrollTo({ top: 0, left: 0, behavior: "instant" }); // a new page begins at its top, not on the way there
}

export function listen(): void {
  window.addEventListener("popstate", read);
  window.addEventListener("hashchange", read);
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/v1") || (link.hash && link.pathname === location.pathname)) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}

/** The link of a private match stands behind #, where neither logs nor other sites see it; links of old have it in the query. */
export function invitation(): string | null {
  const query = new URLSearchParams(route.query);
  const old = query.get("link");
  if (old === null) return new URLSearchParams(route.hash.slice(1)).get("link");
  query.delete("link");
  const rest = query.toString();
  go(`${route.path}${rest ? `?${rest}` : ""}#link=${old}`, true);
  return old;
}

export function parameter(name: string): string | null {
  return new URLSearchParams(route.query).get(name);
}
