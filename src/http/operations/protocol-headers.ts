import type { Operation } from './operation.ts';

/** The headers that every response has on a path of a protocol; undefined for other paths. */
export type ProtocolHeaders = (path: string) => Readonly<Record<string, string>> | undefined;

/** The headers of the protocols of some operations, for their paths and all below them. */
export const protocolHeaders = (operations: readonly Operation[]): ProtocolHeaders => {
  const byPath = new Map<string, Readonly<Record<string, string>>>();
  for (const { path, protocol } of operations) {
    if (protocol !== undefined) byPath.set(path.replace(/\/:.*/, ''), protocol.everyResponse);
  }
  const all = [...byPath];
  return (path) => all.find(([start]) => path.startsWith(start) && (path[start.length] ?? '/') === '/')?.[1];
};
