/** An address as its eight 16-bit groups; an IPv4 address as the IPv6 form that maps it (`::ffff:a.b.c.d`). */
export type Groups = readonly number[];

const MAPPED: Groups = [0, 0, 0, 0, 0, 0xffff];

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?=\d)|$)){4}$/;
const IPV6 = /^([0-9a-f:.]+)(?:%[^%]+)?$/i;

/** Whether `text` is an IPv4 or an IPv6 address, 0 for neither; like that of node:net, which takes long to load. */
export const addressKind = (text: string): 0 | 4 | 6 => {
  if (IPV4.test(text)) return 4;
  const bare = IPV6.exec(text)?.[1];
  return bare !== undefined && URL.canParse(`http://[${bare}]`) ? 6 : 0;
};

const fromIpv4 = (text: string): number[] => {
  const [first, second, third, fourth] = text.split('.').map(Number) as [number, number, number, number];
  return [first * 256 + second, third * 256 + fourth];
};

const groupsOf = (text: string): number[] =>
  text === ''
    ? []
    : text.split(':').flatMap((part) => (part.includes('.') ? fromIpv4(part) : Number.parseInt(part, 16)));

/** The groups of an IPv4 or IPv6 address; undefined for any other text. A zone (`%eth0`) is left out. */
export const parseAddress = (text: string): Groups | undefined => {
  const kind = addressKind(text);
  if (kind === 0) return undefined;
  if (kind === 4) return [...MAPPED, ...fromIpv4(text)];
  const [bare = ''] = text.split('%');
  const [head = '', tail] = bare.split('::');
  const left = groupsOf(head);
  if (tail === undefined) return left;
  const right = groupsOf(tail);
  return [...left, ...new Array<number>(8 - left.length - right.length).fill(0), ...right];
};

/** The dotted form of an address that is IPv4, also when it came mapped into IPv6; undefined for IPv6. */
export const ipv4Text = (groups: Groups): string | undefined => {
  if (MAPPED.some((group, index) => groups[index] !== group)) return undefined;
  return groups
    .slice(6)
    .map((group) => `${group >> 8}.${group & 0xff}`)
    .join('.');
};

/** A block of addresses: those that agree with `groups` in the first `bits` of 128. */
export interface Network {
  readonly groups: Groups;
  readonly bits: number;
}

/** A network from `10.0.0.0/8`, `fd00::/8` or one bare address; undefined for any other text. */
export const parseNetwork = (text: string): Network | undefined => {
  const [address = '', prefix, ...rest] = text.trim().split('/');
  const groups = parseAddress(address);
  if (groups === undefined || rest.length > 0) return undefined;
  const most = addressKind(address) === 4 ? 32 : 128;
  if (prefix === undefined) return { groups, bits: 128 };
  const length = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.POSITIVE_INFINITY;
  return length > most ? undefined : { groups, bits: 128 - most + length };
};

/** Whether `groups` lies in `network`. */
export const contains = (network: Network, groups: Groups): boolean => {
  for (let index = 0, left = network.bits; left > 0; index += 1, left -= 16) {
    const differing = (network.groups[index] as number) ^ (groups[index] as number);
    if (differing >> Math.max(0, 16 - left) !== 0) return false;
  }
  return true;
};
