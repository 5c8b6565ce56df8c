/** A rulebook in Markdown as blocks: headings, numbered paragraphs, lists, tables.  Only what our rulebooks use. */

export interface Span { text: string; mark: "" | "bold" | "italic" | "code" }
export interface Block {
  kind: "heading" | "paragraph" | "item" | "row" | "code";
  level: number;
  /** The number of a rule, as "4.2". */
  number: string;
  spans: Span[];
  cells?: Span[][];
}

export function spans(text: string): Span[] {
  const found: Span[] = [];
  const plain = text.replace(/!?\[([^\]]*)\]\(([^)]*)\)/g, "$1");
  const pattern = /\*\*([^*]+)\*\*|`([^`]+)`|\*([^*\s][^*]*)\*|_([^_\s][^_]*)_(?!\w)/g;
  let last = 0;
  for (const match of plain.matchAll(pattern)) {
    if (match.index > last) found.push({ text: plain.slice(last, match.index), mark: "" });
    const mark = match[1] !== undefined ? "bold" : match[2] !== undefined ? "code" : "italic";
    found.push({ text: match[1] ?? match[2] ?? match[3] ?? match[4] ?? "", mark });
    last = match.index + match[0].length;
  }
  if (last < plain.length) found.push({ text: plain.slice(last), mark: "" });
  return found;
}

export function blocks(markdown: string): Block[] {
  const found: Block[] = [];
  let open: string[] = [];
  let kind: Block["kind"] = "paragraph";
  let fenced = false;
  const flush = () => {
    if (!open.length) return;
    const text = open.join(kind === "code" ? "\n" : " ");
    const number = kind === "code" ? undefined : /^\*\*(\d+(?:\.\d+)*[a-z]?)\*\*\s*/.exec(text);
    found.push({ kind, level: 0, number: number?.[1] ?? "", spans: kind === "code" ? [{ text, mark: "code" }] : spans(number ? text.slice(number[0].length) : text) });
    open = [];
    kind = "paragraph";
  };
  for (const line of markdown.split("\n")) {
    if (line.startsWith("```")) {
      flush();
      fenced = !fenced;
      kind = fenced ? "code" : "paragraph";
      continue;
    }
    if (fenced) {
      open.push(line);
      continue;
    }
    const heading = /^(#{1,4})\s+(.*)/.exec(line);
    const item = /^\s*(?:[-*]|\d+\.)\s+(.*)/.exec(line);
    if (heading) {
      flush();
      found.push({ kind: "heading", level: heading[1]!.length, number: "", spans: spans(heading[2]!) });
    } else if (/^\s*\|/.test(line)) {
      flush();
      const cells = line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => spans(cell.trim()));
      if (!/^[\s|:-]+$/.test(line)) found.push({ kind: "row", level: 0, number: "", spans: [], cells });
    } else if (!line.trim()) flush();
    else if (/^\*\*\d/.test(line)) {
      flush();
      open.push(line);
    } else if (item) {
      flush();
      kind = "item";
      open.push(item[1]!);
    } else open.push(line.trim());
  }
  flush();
  return found;
}
