import { type Html, html } from '../../kernel/html.ts';
import { code, codeBlock, table } from './html.ts';

/** The demo studio of a sandbox: its API key, a client and a session to book, and the ids of its records by name. */
export interface Demo {
  readonly apiKey: string;
  readonly clientId: string;
  readonly sessionId: string;
  readonly records: readonly (readonly [name: string, id: string])[];
}

const request = (path: string, body?: object, more = ''): string => {
  const sent =
    body === undefined ? '' : ` \\\n  -H 'Content-Type: application/json'${more} \\\n  -d '${JSON.stringify(body)}'`;
  return `curl -sw '\\n' "$ROOT${path}" -H "X-Service-API-Key: $KEY"${sent}`;
};

const EXPANDED = '/v2/bookings?limit=1&expand[]=client&expand[]=session';

/** A sandbox can receive its own webhooks. */
const SUBSCRIBE = `# Create a webhook for bookings. A sandbox has an inbox for its own webhooks.
curl -sw '\\n' "$ROOT/v2/webhooks" -H "X-Service-API-Key: $KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"name":"My inbox","url":"'"$ROOT"'/sandbox/inbox/first","eventTypes":["booking.*"]}'`;

const PERSON = { firstName: 'Ada', lastName: 'Park', email: 'ada@example.com' };

/** The commands in order. A sandbox has commands for its inbox, a real studio has one that creates a client. */
const steps = (rootUrl: string, demo: Demo | undefined): string => {
  const clientId = demo?.clientId ?? '<id of the client>';
  const sessionId = demo?.sessionId ?? '<id of the session>';
  const withKey = ` -H 'Idempotency-Key: my-first-booking'`;
  return [
    `ROOT=${rootUrl}\nKEY=${demo?.apiKey ?? 'sk_live_...'}`,
    `# List the next sessions.\n${request('/v2/sessions?limit=3&start_time_gte=$(date -u +%FT%TZ)')}`,
    demo === undefined ? `# Create a client.\n${request('/v2/clients', PERSON)}` : SUBSCRIBE,
    `# Book. If you send it again with the same key, it returns the same booking.\n${request('/v2/bookings', { clientId, sessionId }, withKey)}`,
    `# Retrieve the booking with its client and session.\n${request(EXPANDED).replace('curl', 'curl -g')}`,
    ...(demo === undefined
      ? []
      : [
          `# List the events that the webhook received. It waits up to 5 seconds for the first one.\ncurl -sw '\\n' "$ROOT/sandbox/inbox/first?wait=5"`,
        ]),
  ].join('\n\n');
};

const idTable = (demo: Demo): Html => {
  const rows = demo.records.map(([name, id]) => ({ cells: [name, code(id)] }));
  return html`<h3>The demo studio</h3>
<p>The ids are the same after every start, and the dates follow the clock. <code>POST /sandbox/reset</code> creates it again.</p>
${table(['Record', 'Id'], [{ cells: ['API key', code(demo.apiKey)] }, ...rows])}`;
};

/** The tutorial for the first booking: with the ids of the demo studio in a sandbox, with placeholders otherwise. */
export const start = (rootUrl: string, demo: Demo | undefined): Html => {
  if (demo !== undefined) {
    return html`<p>This is a sandbox with a demo studio, fictional people and a public API key. Copy the commands and run them.</p>
${codeBlock(steps(rootUrl, demo), 'shell')}
${idTable(demo)}`;
  }
  return html`<p>Create an API key on the machine that runs studiod. It is shown only once.</p>
${codeBlock(`studiod key create --name "My integration" --scopes '*'`, 'shell')}
<p>Then find a session, create a client and book. To try the API without real data, run <code>studiod sandbox</code>.</p>
${codeBlock(steps(rootUrl, undefined), 'shell')}`;
};
