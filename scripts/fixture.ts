// Writes the demo studio of a version, as its own program makes it, to test/fixtures/databases. Run it for each release:
// later versions must open and migrate it.
import { Database } from 'bun:sqlite';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const root = resolve(import.meta.dir, '..');
const { values } = parseArgs({
  options: {
    program: { type: 'string', default: root },
    outdir: { type: 'string', default: join(root, 'test/fixtures/databases') },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(
    'usage: bun scripts/fixture.ts [--program DIR] [--outdir DIR]\n' +
      '  --program   a checkout of the version; default this one\n  --outdir    default test/fixtures/databases',
  );
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), 'studiod-fixture-'));
const data = join(folder, 'data');

/** Starts the sandbox of the program, and answers its ready line and how to stop it. */
const start = async () => {
  const words = ['sandbox', '--data', data, '--port', '0', '--json', '--clock', 'fixed:2026-03-02T08:00:00Z'];
  const child = Bun.spawn([process.execPath, join(values.program, 'src/main.ts'), ...words], {
    cwd: folder,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const errors = child.stderr.text();
  const { value } = await child.stdout.getReader().read();
  if (value === undefined) throw new Error(await errors);
  const stop = (): Promise<number> => {
    child.kill('SIGTERM');
    return child.exited;
  };
  return { ready: JSON.parse(new TextDecoder().decode(value)), stop };
};

try {
  const { ready, stop } = await start();
  const post = async (path: string, body: object): Promise<void> => {
    const headers = { 'x-service-api-key': ready.apiKey, 'content-type': 'application/json' };
    const response = await fetch(`${ready.baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  };
  // A booking with its event, and the attempt to deliver it.
  await post('/webhooks', { name: 'Inbox', url: `${ready.rootUrl}/sandbox/inbox/fixture`, eventTypes: ['*'] });
  await post('/bookings', { clientId: ready.clientId, sessionId: ready.sessionId });
  await fetch(`${ready.rootUrl}/sandbox/clock`, {
    method: 'POST',
    body: '{"advance":"PT61S"}',
    headers: { 'content-type': 'application/json' },
  });
  const code = await stop();
  if (code !== 0) throw new Error(`the sandbox ended with ${code}`);
  const db = new Database(join(data, 'studiod.db'));
  // The data of a business: a sandbox is never served.
  db.run("update appliance set value = 'business' where name = 'purpose'");
  const schema = Number(db.query('PRAGMA user_version').values()[0]?.[0]);
  const copy = join(folder, 'copy.db');
  db.query('vacuum into ?').run(copy);
  db.close();
  const name = join(values.outdir, `schema-${String(schema).padStart(4, '0')}`);
  const packed = Bun.zstdCompressSync(readFileSync(copy), { level: 22 });
  writeFileSync(`${name}.db.zst`, packed);
  writeFileSync(`${name}.key`, readFileSync(join(data, 'studiod.key')));
  console.log(`${name}.db.zst  ${packed.length} bytes`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
