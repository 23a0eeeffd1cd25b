import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, environment, newFolder, removeFolder, type Server, startServer, until } from '../helpers/process.ts';
import { root } from '../helpers/sources.ts';

const cwd = newFolder();
/** The code of a page in one language. */
const codeOf = (page: string, language: string): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readFileSync(join(root, 'docs', page), 'utf8'))?.[1] ?? '';
const has = (...programs: string[]): boolean => programs.every((program) => Bun.which(program) !== null);
const named = (...programs: string[]): string =>
  `${has(...programs) ? 'runs' : 'not run: needs'} ${programs.join(', ')}`;

let server: Server;
beforeAll(async () => {
  // As docs/proxies.md starts it.
  const words = /studiod serve (--behind-proxy[^\n]*)/.exec(codeOf('proxies.md', ''))?.[1]?.split(' ') ?? [];
  expect(words).toContain('--trusted-proxies');
  server = await startServer({ cwd }, 'serve', ...words);
});
afterAll(async () => {
  await server.stop();
  removeFolder(cwd);
});

/** The address at which the server really listens, whatever its public one is. */
const here = async (): Promise<string> => {
  const ports = Bun.spawnSync(['ss', '-ltnpH']).stdout.toString();
  const [, port] = new RegExp(`127\\.0\\.0\\.1:(\\d+) .*pid=${server.child.pid},`).exec(ports) ?? [];
  return `127.0.0.1:${port}`;
};

test.if(has('bash', 'curl', 'jq', 'ss'))(
  `the first day goes as pasted (${named('bash', 'curl', 'jq', 'ss')})`,
  async () => {
    const program = `studiod() { ${command.map((word) => `'${word}'`).join(' ')} "$@"; }`;
    const commands = codeOf('first-day.md', 'sh').replace('127.0.0.1:8420', await here());
    const shell = Bun.spawn(['bash', '-euo', 'pipefail', '-c', `${program}\n${commands}`], {
      ...{ cwd, env: environment(), stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' },
    });
    const [out, code] = await Promise.all([shell.stdout.text(), shell.exited]);
    expect([code, out.slice(-2_000)]).toEqual([0, expect.stringContaining('"object":"booking"')]);
    expect(out).toContain('"status":"confirmed"');
  },
);

describe('the recipe of a proxy passes requests on', () => {
  const freePort = (): number => {
    const listening = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
    listening.stop(true);
    return listening.port;
  };
  const through = async (url: string, proxy: Bun.Subprocess): Promise<void> => {
    const get = () =>
      fetch(`${url}/v2/health`, { headers: { 'x-forwarded-for': '203.0.113.9' }, tls: { rejectUnauthorized: false } });
    await until(async () => (await get().catch(() => undefined))?.status === 200);
    const body = JSON.stringify({ firstName: 'x'.repeat(200_000) });
    const tls = { rejectUnauthorized: false };
    const answer = await fetch(`${url}/v2/clients`, { method: 'POST', body, tls });
    expect(answer.status).toBe(401);
    proxy.kill('SIGTERM');
    await proxy.exited;
  };
  const start = (words: string[]) =>
    Bun.spawn(words, {
      cwd,
      env: { ...environment(), HOME: cwd },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
    });

  test.if(has('nginx', 'ss'))(`nginx (${named('nginx', 'ss')})`, async () => {
    const port = freePort();
    const tls = (name: string): string => join(root, 'test/fixtures/tls', name);
    const site = codeOf('proxies.md', 'nginx')
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replace('/etc/ssl/studio.example.pem', tls('receiver.pem'))
      .replace('/etc/ssl/studio.example.key', tls('receiver.key'))
      .replaceAll('127.0.0.1:8420', await here());
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${cwd}/${name};`,
    );
    const http = `http { access_log off; ${folders.join(' ')}\n${site} }`;
    writeFileSync(join(cwd, 'nginx.conf'), `daemon off; pid ${cwd}/nginx.pid; error_log stderr;\nevents {}\n${http}`);
    await through(`https://127.0.0.1:${port}`, start(['nginx', '-p', cwd, '-c', join(cwd, 'nginx.conf')]));
  });

  test.if(has('caddy', 'ss'))(`Caddy (${named('caddy', 'ss')})`, async () => {
    const port = freePort();
    const site = codeOf('proxies.md', 'caddyfile')
      .replace('studio.example', `http://127.0.0.1:${port}`)
      .replace('127.0.0.1:8420', await here());
    writeFileSync(join(cwd, 'Caddyfile'), `{\n\tadmin off\n}\n${site}`);
    await through(
      `http://127.0.0.1:${port}`,
      start(['caddy', 'run', '--config', 'Caddyfile', '--adapter', 'caddyfile']),
    );
  });
});
