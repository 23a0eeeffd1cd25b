/** What was made of texts, as long as these have at most this many characters together. What was asked for last stays longest. */
export class BoundedTexts<Value> {
  readonly #made = new Map<string, { readonly value: Value }>();
  #characters = 0;

  constructor(readonly limit: number) {}

  get characters(): number {
    return this.#characters;
  }

  has(text: string): boolean {
    return this.#made.has(text);
  }

  of(text: string, make: () => Value): Value {
    const known = this.#made.get(text);
    const made = known ?? { value: make() };
    if (known === undefined) this.#characters += text.length;
    else this.#made.delete(text);
    this.#made.set(text, made);
    for (const oldest of this.#made.keys()) {
      if (this.#characters <= this.limit) break;
      this.#made.delete(oldest);
      this.#characters -= oldest.length;
    }
    return made.value;
  }
}
