export class BoundedMap<Value> extends Map<string, Value> {
  constructor(readonly limit: number) {
    super();
  }

  override set(key: string, value: Value): this {
    if (!this.has(key) && this.size >= this.limit) {
      const [oldest] = this.keys();
      if (oldest !== undefined) this.delete(oldest);
    }
    return super.set(key, value);
  }
}
