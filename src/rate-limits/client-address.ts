import { contains, type Groups, ipv4Text, type Network, parseAddress, parseNetwork } from '../kernel/ip-address.ts';

/** The limit key of an address that the address layer never counts. */
export const EXEMPT_ADDRESS = 'exempt';

const UNKNOWN = 'unknown';
const LOOPBACK = ['127.0.0.0/8', '::1'];

/** Where a request came from. */
interface Origin {
  /** The client's address as text, for the log; `unknown` where the connection tells none. */
  readonly address: string;
  /** What the address layer counts by: an IPv4 address, or the /64 of an IPv6 address. */
  readonly key: string;
  /** Whether X-Forwarded-For came from a peer that is not trusted and was not looked at. */
  readonly forwardedIgnored: boolean;
}

/** Finds the client behind `peer` (the address of the connection) and the X-Forwarded-For it sent, if any. */
export type ClientAddressReader = (peer: string | undefined, forwardedFor: string | null) => Origin;

interface AddressOptions {
  /** Addresses or networks (CIDR) of the proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Whether loopback addresses are exempt from the address layer: so in a sandbox. */
  readonly exemptLoopback: boolean;
  /** Told of a peer whose X-Forwarded-For was not looked at: once for each, and of so many at most. */
  readonly onIgnored?: (peer: string) => void;
}

/** How many peers are told of: whoever sends the header from everywhere fills no log. */
const MOST_TOLD = 20;

const networksOf = (texts: readonly string[]): Network[] =>
  texts.map((text) => {
    const network = parseNetwork(text);
    if (network === undefined) {
      throw new Error(
        `The trusted proxy '${text}' is not an address or network. Write it like 10.0.0.0/8, 192.168.1.7 or fd00::/8.`,
      );
    }
    return network;
  });

/** One entry of X-Forwarded-For without its port and brackets: `1.2.3.4:80`, `[2001:db8::1]:443`. */
const bareEntry = (entry: string): string => {
  const text = entry.trim();
  if (text.startsWith('[')) return text.slice(1, text.indexOf(']'));
  const colon = text.indexOf(':');
  return colon >= 0 && colon === text.lastIndexOf(':') ? text.slice(0, colon) : text;
};

const keyOf = (groups: Groups): string =>
  ipv4Text(groups) ??
  `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;

/**
 * Reads the origin of requests: the right-most address of X-Forwarded-For that is not a trusted proxy's, when the
 * peer itself is one; the peer otherwise (appliance.md "Network").
 * @throws Error naming the entry of `trustedProxies` that is no address or network.
 */
export const createClientAddressReader = ({
  trustedProxies,
  exemptLoopback,
  onIgnored,
}: AddressOptions): ClientAddressReader => {
  const trusted = networksOf(trustedProxies);
  const exempt = networksOf(exemptLoopback ? LOOPBACK : []);
  const within = (networks: readonly Network[], groups: Groups): boolean =>
    networks.some((network) => contains(network, groups));

  const told = new Set<string>();
  const report = (peer: string): void => {
    if (told.size === MOST_TOLD || told.has(peer)) return;
    told.add(peer);
    onIgnored?.(peer);
  };

  return (peer, forwardedFor) => {
    let address = peer ?? UNKNOWN;
    let groups = parseAddress(address);
    if (groups === undefined) return { address: UNKNOWN, key: UNKNOWN, forwardedIgnored: forwardedFor !== null };
    const forwardedIgnored = forwardedFor !== null && !within(trusted, groups);
    if (forwardedIgnored) report(address);
    // From the right: each trusted hop vouches for the entry before it, and nobody for what stands further left.
    for (let rest = forwardedFor ?? ''; rest !== '' && within(trusted, groups); ) {
      const comma = rest.lastIndexOf(',');
      const entry = bareEntry(rest.slice(comma + 1));
      const hop = parseAddress(entry);
      if (hop === undefined) break;
      address = entry;
      groups = hop;
      rest = comma < 0 ? '' : rest.slice(0, comma);
    }
    const key = within(exempt, groups) ? EXEMPT_ADDRESS : keyOf(groups);
    return { address: ipv4Text(groups) ?? address, key, forwardedIgnored };
  };
};
