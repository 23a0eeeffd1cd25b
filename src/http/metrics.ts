import { Problem } from '../kernel/problem.ts';
import type { AccessEntry } from './access-log.ts';

type Labels = Readonly<Record<string, string>>;

export type Sample = readonly [labels: Labels, value: number];

export interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly samples: readonly Sample[];
}

export const metric = (type: Metric['type'], name: string, help: string, value: number): Metric => ({
  name,
  type,
  help,
  samples: [[{}, value]],
});

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

const line = (name: string, labels: Labels, value: number): string => {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join()}}`} ${value}`;
};

/** The Prometheus text format, version 0.0.4. */
export const metricsText = (metrics: readonly Metric[]): string =>
  metrics
    .flatMap(({ name, type, help, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(([labels, value]) => line(name, labels, value)),
    ])
    .concat('')
    .join('\n');

/** All requests without a route share one entry, so that unknown paths cannot grow the map. */
const UNROUTED = { method: 'other', route: 'none' };

export class RequestCounter {
  readonly #totals = new Map<string, { readonly labels: Labels; count: number; seconds: number }>();

  add({ method, route, status, milliseconds, isRouted }: AccessEntry): void {
    const target = isRouted ? { method, route } : UNROUTED;
    const key = `${target.method} ${target.route} ${status}`;
    let total = this.#totals.get(key);
    if (total === undefined) {
      total = { labels: { ...target, status: String(status) }, count: 0, seconds: 0 };
      this.#totals.set(key, total);
    }
    total.count += 1;
    total.seconds += milliseconds / 1000;
  }

  metrics(): Metric[] {
    const all = [...this.#totals.values()];
    return [
      {
        name: 'studiod_http_requests_total',
        type: 'counter',
        help: 'Requests by route template and status.',
        samples: all.map(({ labels, count }): Sample => [labels, count]),
      },
      {
        name: 'studiod_http_request_seconds_total',
        type: 'counter',
        help: 'Total time to respond to requests.',
        samples: all.map(({ labels, seconds }): Sample => [labels, seconds]),
      },
    ];
  }
}

const digest = (text: string): Buffer => new Bun.CryptoHasher('sha256').update(text).digest();

/** @throws Problem 401 unless `Authorization` has the token. The comparison takes constant time. */
export const requireMetricsToken = (headers: Headers, token: string): void => {
  const given = headers.get('authorization');
  if (given === null) {
    throw new Problem(401, 'credential_missing', "Send 'Authorization: Bearer <STUDIOD_METRICS_TOKEN>'.");
  }
  // The name of a scheme is of any case (RFC 9110 section 11.1).
  const [, sent = ''] = /^bearer +(\S+) *$/i.exec(given) ?? [];
  if (crypto.timingSafeEqual(digest(sent), digest(token))) return;
  throw new Problem(401, 'token_invalid', 'The token does not match STUDIOD_METRICS_TOKEN.');
};
