import type { Finding, RoundResult } from './round.ts';

const MAX_TEXT = 1500;

const shortened = (text: string, length = MAX_TEXT): string =>
  text.length <= length ? text : `${text.slice(0, length)}… (${text.length} characters)`;

/** The same for every request in which the same goes wrong. */
const kindOf = ({ faults, request }: Finding): string => {
  const [first = ''] = faults;
  const where = first.split('\n').slice(0, 3).join(' ');
  return `${request.operation} ${where.replace(/^(reported): [\w-]+/, '$1').replace(/\d+/g, 'N')}`;
};

const textOf = (finding: Finding, executable: string | undefined): string => {
  const { seed, number, faults, request, response } = finding;
  const { operation, credential, method, path, headers, body } = request;
  const sent = typeof body === 'string' ? JSON.stringify(body) : body === undefined ? 'none' : `bytes ${body.toHex()}`;
  return [
    `\nFAULT ${operation}: ${faults.map((fault) => shortened(fault)).join('; ')}`,
    `  replay   scripts/fuzz${executable === undefined ? '' : ` --executable ${executable}`} --seed ${seed} --requests ${number}`,
    `  sent     ${method} ${shortened(path)} by ${credential}`,
    `  headers  ${shortened(JSON.stringify(headers))}`,
    `  body     ${shortened(sent)}`,
    `  answer   ${shortened(response, 500)}`,
  ].join('\n');
};

/** Collects the findings, and describes each kind of them once. */
export class Report {
  readonly #kinds = new Map<string, number>();
  readonly #statuses = new Map<number, number>();
  readonly #succeeded = new Set<string>();
  #slowest: RoundResult['slowest'];

  /** @param executable to which the requests went; undefined for the source in this process */
  constructor(private readonly executable?: string) {}

  /** The number of different faults. */
  get kinds(): number {
    return this.#kinds.size;
  }

  /** Adds a round. Returns the texts of the faults that are new. */
  add({ findings, statuses, succeeded, slowest }: RoundResult): string[] {
    for (const [status, count] of statuses) this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + count);
    for (const id of succeeded) this.#succeeded.add(id);
    if ((slowest?.milliseconds ?? 0) > (this.#slowest?.milliseconds ?? 0)) this.#slowest = slowest;
    return findings.flatMap((finding) => {
      const kind = kindOf(finding);
      const count = this.#kinds.get(kind) ?? 0;
      this.#kinds.set(kind, count + 1);
      return count === 0 ? [textOf(finding, this.executable)] : [];
    });
  }

  summary(operations: number, seconds: number): string {
    const statuses = [...this.#statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    const slow = this.#slowest;
    const total = [...this.#statuses.values()].reduce((sum, count) => sum + count, 0);
    return [
      `\n${total} requests in ${seconds.toFixed(0)} s; ${statuses.join(', ')}`,
      `${this.#succeeded.size} of ${operations} operations succeeded at least once`,
      ...(slow === undefined ? [] : [`slowest: ${slow.milliseconds.toFixed(0)} ms, ${slow.request.operation}`]),
      ...[...this.#kinds].map(([kind, count]) => `${count} times: ${shortened(kind, 200)}`),
      this.kinds === 0 ? 'no faults' : `${this.kinds} different faults`,
    ].join('\n');
  }
}
