import { withMeanings } from './fields.ts';
import { constant, isNode, type Json, type Node, reference } from './json.ts';

/** Formats of this program only. The document has a pattern instead, or nothing. */
const OWN_FORMATS: Readonly<Record<string, Node>> = {
  line: {},
  code: {},
  markdown: {},
  'wall-time': { pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' },
  'time-zone': { description: 'An IANA time zone.' },
  currency: { pattern: '^[A-Z]{3}$', description: 'The currency, as an ISO 4217 code.' },
  country: { pattern: '^[A-Z]{2}$' },
};

const NULL: Node = { type: 'null' };

/** A union of string constants as an `enum`, which readers and generators handle better. */
const asEnumeration = (node: Node): Node => {
  const { anyOf, ...rest } = node;
  if (!Array.isArray(anyOf) || anyOf.length === 0) return node;
  const branches = anyOf.filter(isNode);
  const words = branches.flatMap((branch) => (typeof branch.const === 'string' ? [branch.const] : []));
  return words.length === branches.length ? { ...rest, type: 'string', enum: words } : node;
};

/** Removes null from a schema, in either notation, and says whether it was there. */
const withoutNull = (node: Node): { node: Node; isNullable: boolean } => {
  if (Array.isArray(node.type) && node.type.includes('null')) {
    const [type] = node.type.filter((each) => each !== 'null');
    return { node: { ...node, type: type ?? 'null' }, isNullable: true };
  }
  const branches = Array.isArray(node.anyOf) ? node.anyOf.filter(isNode) : [];
  const real = branches.filter((branch) => branch.type !== 'null');
  if (real.length === branches.length) return { node, isNullable: false };
  const { anyOf: _anyOf, ...rest } = node;
  const [only] = real;
  return {
    node: only !== undefined && real.length === 1 ? { ...only, ...rest } : { ...rest, anyOf: real },
    isNullable: true,
  };
};

const withNull = (node: Node): Node => {
  if (Array.isArray(node.enum)) return { ...node, type: ['string', 'null'], enum: [...node.enum, null] };
  if (typeof node.type === 'string' && node.const === undefined) return { ...node, type: [node.type, 'null'] };
  if (Array.isArray(node.anyOf)) return { ...node, anyOf: [...node.anyOf, NULL] };
  return { anyOf: [node, NULL] };
};

/** Moves each titled schema into the components and replaces it with a reference. */
export class Components {
  readonly #schemas: Node = {};

  get schemas(): Node {
    return Object.fromEntries(Object.entries(this.#schemas).sort(([left], [right]) => (left < right ? -1 : 1)));
  }

  /** @param isAnswer responses may get new fields, so `additionalProperties: false` is removed from them. */
  lift(value: Node, isResponse: boolean): Node;
  lift(value: Json, isResponse: boolean): Json;
  lift(value: Json, isResponse: boolean): Json {
    if (Array.isArray(value)) return value.map((item) => this.lift(item, isResponse));
    if (!isNode(value)) return value;
    const { node, isNullable } = withoutNull(value);
    const lifted = this.#liftOne(node, isResponse);
    return isNullable ? withNull(lifted) : lifted;
  }

  #liftOne(value: Node, isResponse: boolean): Node {
    if (typeof value['x-record'] === 'string') return reference('schemas', value['x-record']);
    const entries = Object.entries(asEnumeration(value)).filter(
      ([key, inner]) => inner !== undefined && !(key === 'additionalProperties' && inner === false && isResponse),
    );
    const node: Node = Object.fromEntries(entries.map(([key, inner]) => [key, this.lift(inner, isResponse)]));
    if (node.const !== undefined && node.example === undefined) Object.assign(node, constant(node.const));
    if (isNode(node.properties)) node.properties = withMeanings(node.properties);
    if (typeof node.format === 'string' && node.format in OWN_FORMATS) {
      Object.assign(node, OWN_FORMATS[node.format]);
      delete node.format;
    }
    const isSchema = node.type !== undefined || node.anyOf !== undefined;
    return typeof node.title === 'string' && isSchema ? this.add(node.title, node) : node;
  }

  /** Adds a schema in its final form. @throws Error when another schema has the same name. */
  add(name: string, node: Node): Node {
    const registered = this.#schemas[name];
    if (registered !== undefined && !Bun.deepEquals(registered, node)) {
      throw new Error(`two different schemas have the title '${name}'`);
    }
    this.#schemas[name] = node;
    return reference('schemas', name);
  }
}
