import { BoundedMap } from '../kernel/bounded-map.ts';
import {
  contains,
  groupsText,
  type IpAddress,
  ipv4Text,
  type Network,
  parseNetwork,
  parseScopedAddress,
} from '../kernel/ip-address.ts';

export const EXEMPT_ADDRESS = 'exempt';

const UNKNOWN = 'unknown';
const LOOPBACK = ['127.0.0.0/8', '::1'];

interface ClientAddress {
  /** The client's address as text, without a zone, for the log; `unknown` if the connection has none. */
  readonly address: string;
  /** The key of the address limit: an IPv4 address, or the /64 network of an IPv6 address. */
  readonly key: string;
  /** Whether X-Forwarded-For was ignored, since the peer is not a trusted proxy. */
  readonly forwardedIgnored: boolean;
}

/** Finds the client of a request from `peer`, the address of the connection, and X-Forwarded-For, if any. */
export type ClientAddressReader = (peer: string | undefined, forwardedFor: string | null) => ClientAddress;

interface AddressOptions {
  /** Addresses or networks (CIDR) of the proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  /** Whether the requests of loopback addresses are not counted: in a sandbox. */
  readonly exemptLoopback: boolean;
  /** Called with a peer whose X-Forwarded-For is ignored, once for each of the first 20. */
  readonly onIgnored?: (peer: string) => void;
}

/**
 * Row: one client. Peers whose address is kept, in 10 lines. With the caches of src/http/compression.ts and
 * src/cli/server/app-options.ts and the short way of src/http/query-string.ts it was 0.75 in one run, without them 0.66 in another.
 */
const MAX_CACHED = 1_000;

/** Peers that are reported, so that senders of the header cannot fill the log. */
const MAX_REPORTED = 20;

const networksOf = (texts: readonly string[]): Network[] =>
  texts.map((text) => {
    const network = parseNetwork(text);
    if (network === undefined) {
      throw new Error(
        `The trusted proxy '${text}' is not an address or network. Use the form 10.0.0.0/8, 192.168.1.7, or fd00::/8.`,
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

const keyOf = (address: IpAddress): string => ipv4Text(address) ?? groupsText(address, 4);

const isWithin = (networks: readonly Network[], address: IpAddress): boolean =>
  networks.some((network) => contains(network, address));

/**
 * Finds the client: the right-most address of X-Forwarded-For that is not a trusted proxy, if the peer is one; else the
 * peer (appliance.md "Network").
 * @throws Error naming the entry of `trustedProxies` that is not an address or network.
 */
export const createClientAddressReader = ({
  trustedProxies,
  exemptLoopback,
  onIgnored,
}: AddressOptions): ClientAddressReader => {
  const trusted = networksOf(trustedProxies);
  const exempt = networksOf(exemptLoopback ? LOOPBACK : []);

  const reported = new Set<string>();
  const report = (peer: string): void => {
    if (reported.size === MAX_REPORTED || reported.has(peer)) return;
    reported.add(peer);
    onIgnored?.(peer);
  };

  const find: ClientAddressReader = (peer, forwardedFor) => {
    let text = peer ?? UNKNOWN;
    let address = parseScopedAddress(text);
    if (address === undefined) return { address: UNKNOWN, key: UNKNOWN, forwardedIgnored: forwardedFor !== null };
    const forwardedIgnored = forwardedFor !== null && !isWithin(trusted, address);
    if (forwardedIgnored) report(text);
    // From the right: each trusted proxy vouches for the entry to its left only.
    for (let rest = forwardedFor ?? ''; rest !== '' && isWithin(trusted, address); ) {
      const comma = rest.lastIndexOf(',');
      const entry = bareEntry(rest.slice(comma + 1));
      const previous = parseScopedAddress(entry);
      if (previous === undefined) break;
      text = entry;
      address = previous;
      rest = comma < 0 ? '' : rest.slice(0, comma);
    }
    const key = isWithin(exempt, address) ? EXEMPT_ADDRESS : keyOf(address);
    return { address: ipv4Text(address) ?? text.replace(/%.*/, ''), key, forwardedIgnored };
  };

  const cached = new BoundedMap<ClientAddress>(MAX_CACHED);
  return (peer, forwardedFor) => {
    if (peer === undefined || forwardedFor !== null) return find(peer, forwardedFor);
    const kept = cached.get(peer);
    if (kept !== undefined) return kept;
    const found = find(peer, null);
    cached.set(peer, found);
    return found;
  };
};
