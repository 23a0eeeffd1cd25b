/** An IP address as a number of its family's width. */
export interface Address {
  readonly family: 4 | 6;
  readonly bits: bigint;
}

/** A range of addresses: those that share the first `prefix` bits. */
export interface Block extends Address {
  readonly prefix: number;
}

const WIDTH = { 4: 32n, 6: 128n } as const;
const OCTET = /^(?:0|[1-9]\d{0,2})$/;
const GROUP = /^[0-9a-f]{1,4}$/i;

const parseFour = (text: string): bigint | undefined => {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => OCTET.test(part) && Number(part) <= 255)) return undefined;
  return parts.reduce((bits, part) => (bits << 8n) | BigInt(part), 0n);
};

/** The groups of one side of `::`, of which the last may be written as IPv4. */
const groupsOf = (text: string): string[] | undefined => {
  if (text === '') return [];
  const groups = text.split(':');
  const last = groups.at(-1) as string;
  if (last.includes('.')) {
    const four = parseFour(last);
    if (four === undefined) return undefined;
    groups.splice(-1, 1, (four >> 16n).toString(16), (four & 0xffffn).toString(16));
  }
  return groups.every((group) => GROUP.test(group)) ? groups : undefined;
};

const parseSix = (text: string): bigint | undefined => {
  const sides = text.split('::');
  if (sides.length > 2) return undefined;
  const head = groupsOf(sides[0] as string);
  const tail = sides.length === 2 ? groupsOf(sides[1] as string) : [];
  if (head === undefined || tail === undefined) return undefined;
  const missing = 8 - head.length - tail.length;
  if (sides.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head, ...Array<string>(missing).fill('0'), ...tail];
  return groups.reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n);
};

/** Reads a plain address, without brackets; undefined for everything else, zone suffixes included. */
export const parseAddress = (text: string): Address | undefined => {
  const family = text.includes(':') ? 6 : 4;
  const bits = family === 6 ? parseSix(text) : parseFour(text);
  return bits === undefined ? undefined : { family, bits };
};

/**
 * Reads a network such as `10.0.0.0/8`; a lone address is a network of one.
 * @throws Error that names the text and shows the right form.
 */
export const parseBlock = (text: string): Block => {
  const [base = '', prefixText, ...rest] = text.trim().split('/');
  const address = parseAddress(base);
  const width = address === undefined ? 0 : Number(WIDTH[address.family]);
  const prefix = prefixText === undefined ? width : OCTET.test(prefixText) ? Number(prefixText) : -1;
  if (address === undefined || rest.length > 0 || prefix < 0 || prefix > width) {
    throw new Error(`'${text}' is not a network. Write it like 10.0.0.0/8 or fd00::/8.`);
  }
  return { ...address, prefix };
};

/** Whether `address` lies in `block`. */
export const isWithin = (address: Address, block: Block): boolean => {
  if (address.family !== block.family) return false;
  const shift = WIDTH[block.family] - BigInt(block.prefix);
  return address.bits >> shift === block.bits >> shift;
};

const NOT_PUBLIC = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
].map(parseBlock);
const GLOBAL_UNICAST = parseBlock('2000::/3');

/**
 * Whether an address belongs to the public internet. IPv6 is refused unless it is global unicast, which takes mapped,
 * compatible, translated, local and multicast forms with it.
 */
export const isPublic = (address: Address): boolean =>
  (address.family === 4 || isWithin(address, GLOBAL_UNICAST)) && !NOT_PUBLIC.some((block) => isWithin(address, block));
