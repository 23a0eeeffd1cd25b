import type { Choices } from '../../test/helpers/seeded.ts';

/** How many ids of each kind are remembered. */
const POOL = 200;
/** How far into a response ids are searched. */
const DEPTH = 6;
const ITEMS = 30;
const NOBODY = '01950000-0000-7000-8000-0000000fffff';

/** `clientId`, `client_id`, `/clients/` and `client` are one kind; a location is a site. */
const kindOf = (name: string): string =>
  name
    .replace(/_?ids?$/i, '')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
    .replace(/^.*location$/, 'site');

/** The ids and email addresses that answers had, so that later requests name records that exist. */
export class Memory {
  readonly #pools = new Map<string, string[]>();
  readonly #emails: string[] = [];

  /** @param kept ids that no request may name, such as those of the fuzzer's own keys. */
  constructor(private readonly kept: ReadonlySet<string>) {}

  /** Remembers every record of a response. */
  learn(value: unknown, depth = 0): void {
    if (typeof value !== 'object' || value === null || depth === DEPTH) return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, ITEMS)) this.learn(item, depth + 1);
      return;
    }
    const { id, object, email } = value as { id?: unknown; object?: unknown; email?: unknown };
    if (typeof id === 'string' && typeof object === 'string' && !this.kept.has(id)) this.#add(kindOf(object), id);
    if (typeof email === 'string') this.#keep(this.#emails, email);
    for (const item of Object.values(value)) this.learn(item, depth + 1);
  }

  /** The id of a record of which `name` speaks: a field, a parameter or a part of a path. Mostly one that exists. */
  id(name: string, choices: Choices): string {
    const all = [...this.#pools.values()];
    const kind = kindOf(name);
    const near = [...this.#pools].filter(([each]) => each === kind || each.includes(kind) || kind.includes(each));
    const pool = near.length === 0 || choices.once(12) ? choices.of(all) : choices.of(near)?.[1];
    const id = choices.of(pool ?? []) ?? NOBODY;
    return choices.once(30) ? NOBODY : choices.once(30) ? id.toUpperCase() : id;
  }

  email(choices: Choices): string | undefined {
    return choices.of(this.#emails);
  }

  #add(kind: string, id: string): void {
    const pool = this.#pools.get(kind) ?? [];
    this.#pools.set(kind, pool);
    this.#keep(pool, id);
  }

  #keep(pool: string[], item: string): void {
    if (pool.includes(item)) return;
    if (pool.length === POOL) pool.splice(POOL / 2, 1);
    pool.push(item);
  }
}
