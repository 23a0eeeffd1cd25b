import { code, codeBlock, escapeText, table } from './html.ts';

/** What a demo studio lets everybody try: its key and the ids of its records, by what they are. */
export interface Demo {
  readonly apiKey: string;
  readonly ids: Readonly<Record<string, string>>;
}

const request = (path: string, body?: object, more = ''): string => {
  const sent =
    body === undefined ? '' : ` \\\n  -H 'Content-Type: application/json'${more} \\\n  -d '${JSON.stringify(body)}'`;
  return `curl -s "$ROOT${path}" -H "X-Service-API-Key: $KEY"${sent}`;
};

const steps = (demo: Demo | undefined): string => {
  const client = demo?.ids.clientId ?? '<id of the client>';
  const session = demo?.ids.sessionId ?? '<id of the session>';
  const person = { firstName: 'Ada', lastName: 'Park', email: 'ada@example.com' };
  const makeClient = request('/v2/clients', person);
  return [
    `ROOT=http://127.0.0.1:8420\nKEY=${demo?.apiKey ?? 'sk_live_...'}`,
    `# Which sessions can be booked?\n${request('/v2/sessions?limit=3')}`,
    ...(demo?.ids.clientId === undefined ? [`# Who comes?\n${makeClient}`] : []),
    `# Book. Sent again with the same key, it answers the same booking.\n${request(
      '/v2/bookings',
      { clientId: client, sessionId: session },
      ` -H 'Idempotency-Key: my-first-booking'`,
    )}`,
    `# And here it is, with the names in it.\n${request(
      '/v2/bookings?limit=1&expand[]=client&expand[]=session',
    ).replace('curl -s', 'curl -sg')}`,
  ].join('\n\n');
};

const idTable = (demo: Demo): string => {
  const rows = Object.entries(demo.ids).map(([name, id]) => ({ cells: [escapeText(name), code(id)] }));
  return `<h3>The demo studio</h3>
<p>It is the same after every start; <code>POST /sandbox/reset</code> makes it anew.</p>
${table(['Record', 'Id'], [{ cells: ['API key', code(demo.apiKey)] }, ...rows])}`;
};

const INBOX = `# A sandbox receives its own webhooks, so that you can look at them.
curl -s "$ROOT/v2/webhooks" -H "X-Service-API-Key: $KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"name":"My inbox","url":"'"$ROOT"'/sandbox/inbox/first","eventTypes":["*"]}'
curl -s "$ROOT/sandbox/inbox/first"`;

/** The way to a first booking: with the demo studio's ids in a sandbox, with one's own in a real studio. */
export const start = (demo: Demo | undefined): string => {
  if (demo !== undefined) {
    return `<p>This is a sandbox: a demo studio of made-up people, with a key that everybody knows. Copy and run.</p>
${codeBlock(steps(demo), 'shell')}
${codeBlock(INBOX, 'shell')}
${idTable(demo)}`;
  }
  return `<p>Make a key on the machine that runs the studio; it is shown once.</p>
${codeBlock(`studiod key create --name "My integration" --scopes '*'`, 'shell')}
<p>Then find a session, make a client and book. To try without touching real data, run <code>studiod sandbox</code>.</p>
${codeBlock(steps(undefined), 'shell')}`;
};
