/** The part of TOML that board files and sheets use: keys, strings, whole numbers, flags, lists, inline tables, tables and lists of tables. */

export type Toml = string | number | boolean | Toml[] | { [key: string]: Toml };
export type TomlTable = { [key: string]: Toml };

export class BadToml extends Error {}

class Reader {
  private at = 0;

  constructor(private text: string) {}

  document(): TomlTable {
    const root: TomlTable = {};
    let table = root;
    for (this.blank(true); this.at < this.text.length; this.blank(true)) {
      if (this.take("[[")) {
        const [parent, name] = this.parent(root, this.keys("]]"));
        const list = (parent[name] ??= []);
        if (!Array.isArray(list)) this.fail();
        table = {};
        (list as Toml[]).push(table);
      } else if (this.take("[")) {
        const [parent, name] = this.parent(root, this.keys("]"));
        const found = (parent[name] ??= {});
        if (typeof found !== "object" || Array.isArray(found)) this.fail();
        table = found as TomlTable;
      } else this.pair(table);
    }
    return root;
  }

  private parent(root: TomlTable, keys: string[]): [TomlTable, string] {
    let table = root;
    for (const key of keys.slice(0, -1)) {
      const found: Toml = (table[key] ??= {});
      const next = Array.isArray(found) ? found.at(-1) : found;
      if (typeof next !== "object" || Array.isArray(next)) this.fail();
      table = next as TomlTable;
    }
    return [table, keys.at(-1)!];
  }
  private keys(end: string): string[] {
    const found = [this.key()];
    while (this.take(".")) found.push(this.key());
    this.blank(false);
    if (!this.take(end)) this.fail();
    return found;
  }
  private pair(table: TomlTable): void {
    const keys = [this.key()];
    while (this.take(".")) keys.push(this.key());
    this.blank(false);
    if (!this.take("=")) this.fail();
    const [parent, name] = this.parent(table, keys);
    if (name in parent) this.fail();
    parent[name] = this.value();
  }
  private key(): string {
    this.blank(false);
    const sign = this.text[this.at];
    if (sign === '"' || sign === "'") return this.string();
    const found = /^[A-Za-z0-9_-]+/.exec(this.text.slice(this.at, this.at + 200))?.[0];
    if (!found) return this.fail();
    this.at += found.length;
    this.blank(false);
    return found;
  }
  private value(): Toml {
    this.blank(false);
    const sign = this.text[this.at] ?? "";
    if (sign === '"' || sign === "'") return this.string();
    if (this.take("[")) return this.list();
    if (this.take("{")) return this.inline();
    const word = /^[+-]?[\w.]+/.exec(this.text.slice(this.at, this.at + 60))?.[0] ?? "";
    this.at += word.length;
    if (word === "true" || word === "false") return word === "true";
    const number = Number(word.replace(/_/g, ""));
    return word && Number.isFinite(number) ? number : this.fail();
  }
  private list(): Toml[] {
    const found: Toml[] = [];
    for (this.blank(true); !this.take("]"); this.blank(true)) {
      if (found.length && !this.take(",")) this.fail();
      this.blank(true);
      if (this.take("]")) break;
      found.push(this.value());
    }
    return found;
  }
  private inline(): TomlTable {
    const found: TomlTable = {};
    for (this.blank(true); !this.take("}"); this.blank(true)) {
      if (Object.keys(found).length && !this.take(",")) this.fail();
      this.blank(true);
      if (this.take("}")) break;
      this.pair(found);
    }
    return found;
  }
  private string(): string {
    const quote = this.text[this.at]!;
    const long = this.text.startsWith(quote.repeat(3), this.at);
    const mark = long ? quote.repeat(3) : quote;
    this.at += mark.length;
    if (long && this.text[this.at] === "\r") this.at += 1;
    if (long && this.text[this.at] === "\n") this.at += 1;
    let found = "";
    while (!this.text.startsWith(mark, this.at)) {
      const sign = this.text[this.at];
      if (sign === undefined || (!long && sign === "\n")) return this.fail();
      if (sign === "\\" && quote === '"') {
        const next = this.text[this.at + 1] ?? "";
        const plain = ({ n: "\n", t: "\t", '"': '"', "\\": "\\", r: "\r" } as Record<string, string>)[next];
        const coded = next === "u" ? String.fromCharCode(parseInt(this.text.slice(this.at + 2, this.at + 6), 16)) : undefined;
        if (plain === undefined && coded === undefined) return this.fail();
        found += plain ?? coded;
        this.at += coded === undefined ? 2 : 6;
      } else {
        found += sign;
        this.at += 1;
      }
    }
    this.at += mark.length;
    return found;
  }
  private take(word: string): boolean {
    if (!this.text.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }
  /** Spaces and comments; with `lines` also the ends of lines. */
  private blank(lines: boolean): void {
    for (;;) {
      const sign = this.text[this.at];
      if (sign === " " || sign === "\t" || (lines && (sign === "\n" || sign === "\r"))) this.at += 1;
      else if (sign === "#" && lines) while (this.at < this.text.length && this.text[this.at] !== "\n") this.at += 1;
      else return;
    }
  }
  private fail(): never {
    const line = this.text.slice(0, this.at).split("\n").length;
    throw new BadToml(String(line));
  }
}

/** Throws BadToml with the number of the line. */
export function parseToml(text: string): TomlTable {
  return new Reader(text).document();
}

export function quoted(text: string): string {
  return JSON.stringify(text);
}
