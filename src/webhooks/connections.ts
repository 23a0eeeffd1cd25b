import type { ClientRequest } from 'node:http';
import type { Guard } from './guard.ts';

/** What deliveries travel on. */
export interface Connections {
  /** A POST that is begun and not ended. */
  begin(url: URL, headers: Readonly<Record<string, string | number>>): ClientRequest;
  /** Closes idle connections. */
  close(): void;
}

const HEAD_BYTES = 16 * 1024;
/** Shorter than the idle time of common servers, so that a connection is seldom closed under a request. */
const IDLE_MS = 1_000;

/**
 * Connections to receivers. The modules and the authorities that TLS trusts are loaded here, with the first delivery:
 * they weigh a tenth of an idle server.
 * @param extraCa certificates in PEM that are trusted besides the public authorities.
 */
export const openConnections = async (guard: Guard, extraCa: readonly string[]): Promise<Connections> => {
  const [{ default: http }, { default: https }, { createSecureContext, rootCertificates }] = await Promise.all([
    import('node:http'),
    import('node:https'),
    import('node:tls'),
  ]);
  const reuse = { keepAlive: true, timeout: IDLE_MS, lookup: guard.lookup, maxHeaderSize: HEAD_BYTES };
  // One context for all connections: given as a list, the authorities would be read again for each of them.
  const trust = extraCa.length === 0 ? {} : { ca: [...rootCertificates, ...extraCa] };
  // Said outright, since an environment variable would switch the check off.
  const overTls = new https.Agent({ ...reuse, rejectUnauthorized: true, secureContext: createSecureContext(trust) });
  const plain = new http.Agent(reuse);
  return {
    begin: (url, headers) => {
      const options = { method: 'POST', headers, maxHeaderSize: HEAD_BYTES, lookup: guard.lookup };
      return url.protocol === 'https:'
        ? https.request(url, { ...options, rejectUnauthorized: true, agent: overTls })
        : http.request(url, { ...options, agent: plain });
    },
    close: () => {
      overTls.destroy();
      plain.destroy();
    },
  };
};
