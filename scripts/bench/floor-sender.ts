// The floor for webhooks: the HTTP client of the service, with its address check, connections and limits, sends the same
// bytes repeatedly, without a database, queue or signatures.
// Usage: floor-sender.ts CA_FILE. Each line on stdin is an order; each line on stdout is its duration in seconds.
import { readFileSync } from 'node:fs';
import { createAddressCheck } from '../../src/webhooks/sending/address-check.ts';
import { createSender } from '../../src/webhooks/sending/send.ts';

/** As many at the same time as the service sends. */
const IN_PROGRESS = 64;

/** What to send and how often. */
export interface Order {
  readonly urls: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly count: number;
}

const run = async ({ urls, headers, body, count }: Order): Promise<number> => {
  const addressCheck = createAddressCheck({ allowHttp: false, allowLoopback: true, allowedNetworks: [] });
  const sender = createSender(addressCheck, [readFileSync(process.argv[2] ?? '', 'utf8')]);
  const start = performance.now();
  let left = count;
  const sendAll = async (url: string): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const { failure } = await sender.send({ url, headers, body });
      if (failure !== null) throw new Error(`the floor's delivery failed: ${failure.message}`);
    }
  };
  const slots = Array.from({ length: IN_PROGRESS }, (_, index) => sendAll(urls[index % urls.length] as string));
  await Promise.all(slots);
  sender.close();
  return (performance.now() - start) / 1000;
};

if (import.meta.main) {
  for await (const line of console) {
    if (line.trim() !== '') console.log(await run(JSON.parse(line) as Order));
  }
}
