"""axe-core on what is shown now, in both themes."""

from __future__ import annotations

from typing import Any

from .conftest import ROOT

AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
PAINT = """(theme) => {
  document.documentElement.dataset.theme = theme;
  const fading = document.getAnimations().filter((each) => each instanceof CSSTransition);  // colours halfway are nobody's
  return Promise.allSettled(fading.map((each) => each.finished)).then(() => undefined);
}"""
# Themes differ in colours alone: after the first, only what depends on them is looked at again.
COLOURS = ["color-contrast", "link-in-text-block"]
RUN = """(rules) => axe.run(document, { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) })
    .then((r) => [r.passes.length, r.violations])"""


def check_axe(page: Any, themes: tuple[str, ...] = ("light", "dark")) -> None:
    """No serious or critical finding.  The script is injected past the content security policy, as a developer would."""
    assert AXE.is_file(), "axe-core is missing: make web installs it"
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
    before = page.evaluate("document.documentElement.dataset.theme")
    grave = []
    for number, theme in enumerate(themes):
        page.evaluate(PAINT, theme)
        passed, found = page.evaluate(RUN, COLOURS if number else None)
        assert passed > (0 if number else 10)
        for finding in found:
            if finding["impact"] in ("serious", "critical"):
                nodes = [node["html"][:160] for node in finding["nodes"][:3]]
                grave.append(f"{theme}: {finding['impact']} {finding['id']}: {finding['help']} {nodes}")
    page.evaluate(PAINT, before)
    assert not grave, "\n".join(grave)
