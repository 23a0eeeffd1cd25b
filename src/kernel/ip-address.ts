import { lazily } from './lazily.ts';
/** An IP address as eight groups of 16 bits. IPv4 addresses use their IPv4-mapped IPv6 form (`::ffff:a.b.c.d`). */
export interface IpAddress {
  /** The family of its text: 6 for `::ffff:10.0.0.1`. */
  readonly family: 4 | 6;
  readonly groups: readonly number[];
}

/** The addresses that share the first `bits` of 128 with `groups`. */
export interface Network extends IpAddress {
  readonly bits: number;
}

const MAPPED = [0, 0, 0, 0, 0, 0xffff] as const;

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?=\d)|$)){4}$/;
const GROUP = /^[0-9a-f]{1,4}$/i;

const ipv4Groups = (text: string): [number, number] => {
  const [first = 0, second = 0, third = 0, fourth = 0] = text.split('.').map(Number);
  return [first * 256 + second, third * 256 + fourth];
};

/** The groups on one side of `::`; undefined when one is invalid. The end of the address may be IPv4. */
const groupsOf = (text: string, isEnd: boolean): number[] | undefined => {
  if (text === '') return [];
  const parts = text.split(':');
  const groups: number[] = [];
  for (const [index, part] of parts.entries()) {
    if (GROUP.test(part)) groups.push(Number.parseInt(part, 16));
    else if (isEnd && index === parts.length - 1 && IPV4.test(part)) groups.push(...ipv4Groups(part));
    else return undefined;
  }
  return groups;
};

const ipv6Groups = (text: string): number[] | undefined => {
  const [before = '', after, ...others] = text.split('::');
  const left = groupsOf(before, after === undefined);
  const right = groupsOf(after ?? '', true);
  if (left === undefined || right === undefined || others.length > 0) return undefined;
  const omitted = 8 - left.length - right.length;
  if (after === undefined ? omitted !== 0 : omitted < 1) return undefined;
  return [...left, ...new Array<number>(omitted).fill(0), ...right];
};

/** An address without brackets, port or zone; undefined for any other text. */
export const parseAddress = (text: string): IpAddress | undefined => {
  if (IPV4.test(text)) return { family: 4, groups: [...MAPPED, ...ipv4Groups(text)] };
  const groups = text.includes(':') ? ipv6Groups(text) : undefined;
  return groups === undefined ? undefined : { family: 6, groups };
};

/** As `parseAddress`, but an IPv6 address may have a zone (`fe80::1%eth0`), which is ignored. */
export const parseScopedAddress = (text: string): IpAddress | undefined => {
  if (!text.includes('%')) return parseAddress(text);
  const address = parseAddress(text.replace(/%[^%]+$/, ''));
  return address?.family === 6 ? address : undefined;
};

/** Whether `text` is an IPv4 or an IPv6 address, 0 for neither: `isIP` of node:net, a module that loads slowly. */
export const addressKind = (text: string): 0 | 4 | 6 => parseScopedAddress(text)?.family ?? 0;

/** The dotted form of an IPv4 address, also of one mapped into IPv6; undefined for other IPv6 addresses. */
export const ipv4Text = ({ groups }: IpAddress): string | undefined => {
  if (MAPPED.some((group, index) => groups[index] !== group)) return undefined;
  return groups
    .slice(6)
    .map((group) => `${group >> 8}.${group & 0xff}`)
    .join('.');
};

/** The network of an address, as text: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export const truncated = (address: IpAddress): string => {
  const ipv4 = ipv4Text(address);
  if (ipv4 !== undefined) return `${ipv4.slice(0, ipv4.lastIndexOf('.'))}.0/24`;
  const groups = address.groups.slice(0, 3).map((group) => group.toString(16));
  return `${groups.join(':')}::/48`;
};

/** A network such as `10.0.0.0/8` or `fd00::/8`, or one address; undefined for any other text. */
export const parseNetwork = (text: string): Network | undefined => {
  const [base = '', prefix, ...others] = text.trim().split('/');
  const address = parseScopedAddress(base);
  if (address === undefined || others.length > 0) return undefined;
  const width = address.family === 4 ? 32 : 128;
  if (prefix === undefined) return { ...address, bits: 128 };
  const length = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.POSITIVE_INFINITY;
  return length > width ? undefined : { ...address, bits: 128 - width + length };
};

/** Whether an address is in a network, where IPv4 addresses mapped into IPv6 count as IPv4. */
export const contains = (network: Network, { groups }: IpAddress): boolean => {
  for (let index = 0, left = network.bits; left > 0; index += 1, left -= 16) {
    const difference = (network.groups[index] ?? 0) ^ (groups[index] ?? 0);
    if (difference >> Math.max(0, 16 - left) !== 0) return false;
  }
  return true;
};

/** As `contains`, but only for addresses of the network's own family: a mapped address is in no IPv4 network. */
export const containsAsWritten = (network: Network, address: IpAddress): boolean =>
  network.family === address.family && contains(network, address);

const networks = (...texts: readonly string[]) => lazily(() => texts.flatMap((text) => parseNetwork(text) ?? []));

/** The special-purpose networks of IANA that are not globally reachable, and those that lead to them. */
const NOT_PUBLIC = networks(
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
);
const GLOBAL_UNICAST = networks('2000::/3');

/**
 * Whether an address belongs to the public internet. Of IPv6 only global unicast does: mapped, compatible, translated,
 * local and multicast addresses do not.
 */
export const isPublic = (address: IpAddress): boolean => {
  const isIn = (network: Network): boolean => containsAsWritten(network, address);
  return (address.family === 4 || GLOBAL_UNICAST().some(isIn)) && !NOT_PUBLIC().some(isIn);
};
