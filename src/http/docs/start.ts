import { code, codeBlock, escapeText, table } from './html.ts';

/** What a demo studio lets everybody try: its key, who may book what, and the ids of its records by what they are. */
export interface Demo {
  readonly apiKey: string;
  readonly clientId: string;
  readonly sessionId: string;
  readonly records: readonly (readonly [what: string, id: string])[];
}

const request = (path: string, body?: object, more = ''): string => {
  const sent =
    body === undefined ? '' : ` \\\n  -H 'Content-Type: application/json'${more} \\\n  -d '${JSON.stringify(body)}'`;
  return `curl -s "$ROOT${path}" -H "X-Service-API-Key: $KEY"${sent}`;
};

const EXPANDED = '/v2/bookings?limit=1&expand[]=client&expand[]=session';

/** A sandbox receives its own webhooks, so that one can look at them. */
const LISTEN = `# Be told of bookings: a sandbox has an inbox for its own webhooks.
curl -s "$ROOT/v2/webhooks" -H "X-Service-API-Key: $KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"name":"My inbox","url":"'"$ROOT"'/sandbox/inbox/first","eventTypes":["booking.*"]}'`;

const PERSON = { firstName: 'Ada', lastName: 'Park', email: 'ada@example.com' };

/** The commands, in order: those about the inbox are for a sandbox, the one that makes a client is for a real studio. */
const steps = (demo: Demo | undefined): string => {
  const clientId = demo?.clientId ?? '<id of the client>';
  const sessionId = demo?.sessionId ?? '<id of the session>';
  const withKey = ` -H 'Idempotency-Key: my-first-booking'`;
  return [
    `ROOT=http://127.0.0.1:8420\nKEY=${demo?.apiKey ?? 'sk_live_...'}`,
    `# What takes place from now on?\n${request('/v2/sessions?limit=3&start_time_gte=$(date -u +%FT%TZ)')}`,
    demo === undefined ? `# Who comes?\n${request('/v2/clients', PERSON)}` : LISTEN,
    `# Book. Sent again with the same key, it answers the same booking.\n${request('/v2/bookings', { clientId, sessionId }, withKey)}`,
    `# Here it is, with the client and the session in it.\n${request(EXPANDED).replace('curl', 'curl -g')}`,
    ...(demo === undefined ? [] : ['# And this is what the webhook was told.\ncurl -s "$ROOT/sandbox/inbox/first"']),
  ].join('\n\n');
};

const idTable = (demo: Demo): string => {
  const rows = demo.records.map(([what, id]) => ({ cells: [escapeText(what), code(id)] }));
  return `<h3>The demo studio</h3>
<p>Its ids are the same on every start, its dates follow the clock; <code>POST /sandbox/reset</code> makes it anew.</p>
${table(['Record', 'Id'], [{ cells: ['API key', code(demo.apiKey)] }, ...rows])}`;
};

/** The way to a first booking: with the demo studio's ids in a sandbox, with one's own in a real studio. */
export const start = (demo: Demo | undefined): string => {
  if (demo !== undefined) {
    return `<p>This is a sandbox: a demo studio of made-up people, with a key that everybody knows. Copy and run.</p>
${codeBlock(steps(demo), 'shell')}
${idTable(demo)}`;
  }
  return `<p>Make a key on the machine that runs the studio; it is shown once.</p>
${codeBlock(`studiod key create --name "My integration" --scopes '*'`, 'shell')}
<p>Then find a session, make a client and book. To try without touching real data, run <code>studiod sandbox</code>.</p>
${codeBlock(steps(undefined), 'shell')}`;
};
