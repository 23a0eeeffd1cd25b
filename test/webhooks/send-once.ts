import { createAddressCheck } from '../../src/webhooks/sending/address-check.ts';
import { createSender } from '../../src/webhooks/sending/send.ts';
import { AUTHORITY } from './receivers.ts';

/** Sends one delivery to each URL of the command line and prints how each ended. Run in a process of its own. */
const policy = { allowHttp: true, allowLoopback: true, allowedNetworks: [] };
const addressCheck = createAddressCheck(policy, async () => [{ address: '127.0.0.1', family: 4 }]);
const sender = createSender(addressCheck, [AUTHORITY]);
const endings: string[] = [];
for (const url of process.argv.slice(2)) {
  const { failure } = await sender.send({ url, headers: {}, body: '{}' });
  endings.push(failure?.code ?? 'delivered');
}
sender.close();
console.log(endings.join());
