import ipaddr from 'ipaddr.js';
import { lazily } from './lazily.ts';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

export interface Network {
  readonly address: IpAddress;
  readonly bits: number;
}

/**
 * An address without brackets, port or zone; undefined for any other text. The library also reads forms of IPv4 such as
 * `127.1`, `0x7f.0.0.1` and `010.0.0.1`, which programs read in different ways.
 */
export const parseAddress = (text: string): IpAddress | undefined => {
  const end = text.slice(text.lastIndexOf(':') + 1);
  const isWritten = end === text || end.includes('.') ? ipaddr.IPv4.isValidFourPartDecimal(end) : !text.includes('%');
  return isWritten && ipaddr.isValid(text) ? ipaddr.parse(text) : undefined;
};

/** As `parseAddress`, but an IPv6 address may have a zone (`fe80::1%eth0`), which is ignored. */
export const parseScopedAddress = (text: string): IpAddress | undefined => {
  if (!text.includes('%')) return parseAddress(text);
  const address = parseAddress(text.replace(/%[^%]+$/, ''));
  return address?.kind() === 'ipv6' ? address : undefined;
};

/** Whether `text` is an IPv4 or an IPv6 address, 0 for neither: `isIP` of node:net, a module that loads slowly. */
export const addressKind = (text: string): 0 | 4 | 6 => {
  const address = parseScopedAddress(text);
  if (address === undefined) return 0;
  return address.kind() === 'ipv4' ? 4 : 6;
};

const unmapped = (address: IpAddress): IpAddress =>
  address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;

/** The dotted form of an IPv4 address, also of one mapped into IPv6; undefined for other IPv6 addresses. */
export const ipv4Text = (address: IpAddress): string | undefined => {
  const plain = unmapped(address);
  return plain.kind() === 'ipv4' ? plain.toString() : undefined;
};

/** The network of the first `count` groups of an IPv6 address, as text. */
export const groupsText = (address: IpAddress, count: number): string => {
  const groups = address instanceof ipaddr.IPv6 ? address.parts.slice(0, count) : [];
  return `${groups.map((group) => group.toString(16)).join(':')}::/${16 * count}`;
};

/** The network of an address, as text: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export const truncated = (address: IpAddress): string => {
  const ipv4 = ipv4Text(address);
  return ipv4 === undefined ? groupsText(address, 3) : `${ipv4.slice(0, ipv4.lastIndexOf('.'))}.0/24`;
};

/** A network such as `10.0.0.0/8` or `fd00::/8`, or one address; undefined for any other text. */
export const parseNetwork = (text: string): Network | undefined => {
  const [base = '', prefix, ...others] = text.trim().split('/');
  const address = parseScopedAddress(base);
  if (address === undefined || others.length > 0) return undefined;
  const width = address.kind() === 'ipv4' ? 32 : 128;
  if (prefix === undefined) return { address, bits: width };
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= width ? { address, bits: Number(prefix) } : undefined;
};

/** Whether an address is in a network of its own family: a mapped address is in no IPv4 network. */
export const containsAsWritten = (network: Network, address: IpAddress): boolean =>
  network.address.kind() === address.kind() && address.match(network.address, network.bits);

/** As `containsAsWritten`, but an IPv4 address and its mapping into IPv6 count as one. */
export const contains = (network: Network, address: IpAddress): boolean => {
  const plain = unmapped(address);
  const mapped = plain instanceof ipaddr.IPv4 ? plain.toIPv4MappedAddress() : plain;
  return containsAsWritten(network, plain) || containsAsWritten(network, mapped);
};

/** The ranges of the library that are globally reachable. */
const PUBLIC_RANGES: readonly string[] = ['unicast', 'as112', 'as112v6'];
const globalUnicast = lazily(() => ipaddr.IPv6.parseCIDR('2000::/3'));
/** Addresses of protocols. The library counts some of them as globally reachable. */
const protocols = lazily(() => ipaddr.IPv6.parseCIDR('2001::/23'));

/**
 * Whether an address belongs to the public internet. Of IPv6 only global unicast does: mapped, compatible, translated,
 * local and multicast addresses do not.
 */
export const isPublic = (address: IpAddress): boolean => {
  const range = address.range();
  if (address instanceof ipaddr.IPv4) return PUBLIC_RANGES.includes(range) || range === 'amt';
  return PUBLIC_RANGES.includes(range) && address.match(globalUnicast()) && !address.match(protocols());
};
