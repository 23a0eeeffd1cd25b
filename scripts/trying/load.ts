// Requests without a pause until stdin ends: load.ts ROOT_URL KEY. Prints what was answered, and what failed.
const [rootUrl = '', key = ''] = process.argv.slice(2);
const headers = { 'x-service-api-key': key, 'content-type': 'application/json' };

let isOver = false;
const load = { answered: 0, failures: [] as string[], created: [] as string[] };

const once = async (method: 'GET' | 'POST', path: string, body?: object): Promise<void> => {
  try {
    const response = await fetch(`${rootUrl}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    load.answered += 1;
    if (method === 'POST') load.created.push(JSON.parse(text).id);
  } catch (error) {
    load.failures.push(`${method} ${path}: ${error}`);
  }
};

const reader = async () => {
  while (!isOver) await once('GET', '/v2/sites');
};
const writer = async (name: string) => {
  for (let n = 0; !isOver; n += 1) {
    await once('POST', '/v2/clients', { firstName: name, lastName: String(n), email: `${name}.${n}@example.com` });
  }
};

const clients = [reader(), reader(), writer(`a${process.pid}`), writer(`b${process.pid}`)];
console.log('started');
await Bun.stdin.text();
isOver = true;
await Promise.all(clients);
console.log(JSON.stringify(load));
