import type { Operation } from './operation.ts';

/** The headers that every response has on a path of a protocol; undefined for other paths. */
export type ProtocolHeaders = (path: string) => Readonly<Record<string, string>> | undefined;

/** The headers of the protocols of some operations, for their paths and all below them. */
export const protocolHeaders = (operations: readonly Operation[]): ProtocolHeaders => {
  const byPath = new Map<string, Readonly<Record<string, string>>>();
  for (const { path, protocol } of operations) {
    if (protocol !== undefined) byPath.set(path.replace(/\/:.*/, ''), protocol.everyResponse);
  }
  const all = [...byPath].map(([start, headers]) => ({ start, headers }));
  return (path) => {
    for (const { start, headers } of all) {
      if (path.startsWith(start) && (path[start.length] ?? '/') === '/') return headers;
    }
    return undefined;
  };
};
