/** What a browser has and the simulated page lacks; import it before the page's own modules. */

window.matchMedia ??= () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList;
