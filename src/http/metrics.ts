import { createHash, timingSafeEqual } from 'node:crypto';
import { Problem } from '../kernel/problem.ts';
import type { AccessEntry } from './access-log.ts';

type Labels = Readonly<Record<string, string>>;

/** One value of a metric. */
export type Sample = readonly [labels: Labels, value: number];

/** A metric with all of its values. */
export interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly samples: readonly Sample[];
}

/** A metric of one value without labels. */
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

/** The text format of Prometheus, version 0.0.4. */
export const metricsText = (metrics: readonly Metric[]): string =>
  metrics
    .flatMap(({ name, type, help, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(([labels, value]) => line(name, labels, value)),
    ])
    .concat('')
    .join('\n');

/** What no route took is one line, or every address that somebody tries would be kept. */
const UNROUTED = { method: 'other', route: 'none' };

/** Counts answered requests by method, route template and status. */
export class RequestCounter {
  readonly #seen = new Map<string, { readonly labels: Labels; count: number; seconds: number }>();

  note({ method, route, status, milliseconds, isRouted }: AccessEntry): void {
    const place = isRouted ? { method, route } : UNROUTED;
    const key = `${place.method} ${place.route} ${status}`;
    let seen = this.#seen.get(key);
    if (seen === undefined) {
      seen = { labels: { ...place, status: String(status) }, count: 0, seconds: 0 };
      this.#seen.set(key, seen);
    }
    seen.count += 1;
    seen.seconds += milliseconds / 1000;
  }

  metrics(): Metric[] {
    const all = [...this.#seen.values()];
    return [
      {
        name: 'studiod_http_requests_total',
        type: 'counter',
        help: 'Answered requests by route template and status.',
        samples: all.map(({ labels, count }): Sample => [labels, count]),
      },
      {
        name: 'studiod_http_request_seconds_total',
        type: 'counter',
        help: 'Time from the arrival of requests to their answers.',
        samples: all.map(({ labels, seconds }): Sample => [labels, seconds]),
      },
    ];
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** @throws Problem 401 unless `Authorization` bears the token; the comparison tells nothing by its time. */
export const requireMetricsToken = (headers: Headers, token: string): void => {
  const given = headers.get('authorization');
  if (given === null) {
    throw new Problem(401, 'credential_missing', "Send 'Authorization: Bearer <STUDIOD_METRICS_TOKEN>'.");
  }
  if (timingSafeEqual(digest(given), digest(`Bearer ${token}`))) return;
  throw new Problem(401, 'token_invalid', 'This is not the token that STUDIOD_METRICS_TOKEN sets.');
};
