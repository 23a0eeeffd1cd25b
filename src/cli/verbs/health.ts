import { healthFlag, healthUrl } from '../health-url.ts';
import { fetchHealth } from '../server-health.ts';
import { exit, type Verb, VerbError } from '../verb.ts';

export const health: Verb = {
  name: 'health',
  summary: 'Print server health (exit code 1 if it is down or does not respond)',
  example: 'studiod health --url http://127.0.0.1:8420',
  flags: [healthFlag],
  settings: ['host', 'port', 'tlsCert'],
  async run(call) {
    const url = healthUrl(call);
    const { status, text, body } = await fetchHealth(url).catch((error: Error): never => {
      throw new VerbError(`${url.origin} does not respond: ${error.message}. Is it running?`);
    });
    if (body.object !== 'health')
      throw new VerbError(`${url} responded with ${status}, which is not the health of a studiod server.`);
    const checks = Object.entries(body.checks ?? {}).map(([name, state]) => `${name} ${state}`);
    call.print(call.json ? text : `${body.status} (studiod ${body.version}; ${checks.join(', ')})`);
    // A degraded server answers 200: it continues serving, and restarting a container does not fix it.
    return status === 200 ? exit.done : exit.failed;
  },
};
