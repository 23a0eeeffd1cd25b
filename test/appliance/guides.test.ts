import { beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { connect as secured } from 'node:tls';
import { programFor } from '../helpers/another-user.ts';
import { testsEverything } from '../helpers/everything.ts';
import { canHaveMachine, startMachine } from '../helpers/own-machine.ts';
import {
  environment,
  newFolder,
  removeFolder,
  run,
  type Server,
  startServer,
  studiod,
  testFolder,
  until,
} from '../helpers/process.ts';
import { root } from '../helpers/sources.ts';

const cwd = testFolder();
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

/** The address at which the server really listens, whatever its public one is. */
const here = async (): Promise<string> => {
  const ports = Bun.spawnSync(['ss', '-ltnpH']).stdout.toString();
  const [, port] = new RegExp(`127\\.0\\.0\\.1:(\\d+) .*pid=${server.child.pid},`).exec(ports) ?? [];
  return `127.0.0.1:${port}`;
};

/** Pastes commands into bash, then `echo` to see whether the shell is still there. */
const paste = async (commands: string, words: string[] = ['bash'], env: Record<string, string> = {}) => {
  const { out, err } = await run({ cwd, env, input: `${commands}\necho the shell goes on\n` }, ...words);
  return { lines: out.trim().split('\n'), err };
};
const firstCalls = codeOf('first-calls.md', 'sh');
const isBooked = (lines: string[]): void => {
  expect(lines.slice(-2)).toEqual([expect.stringContaining('"object":"booking"'), 'the shell goes on']);
  expect(lines.at(-2)).toContain('"status":"confirmed"');
};

describe.if(has('bash', 'curl', 'jq', 'ss'))(`the first calls (${named('bash', 'curl', 'jq', 'ss')})`, () => {
  // The folder of the test has the script of the clone, and the data that the server of the test made.
  beforeAll(() => {
    mkdirSync(join(cwd, 'scripts'));
    writeFileSync(join(cwd, 'scripts/start'), `#!/bin/sh\nexec '${root}/scripts/start' "$@"\n`);
    chmodSync(join(cwd, 'scripts/start'), 0o755);
  });

  test('goes as pasted in a clone', async () => {
    const { lines, err } = await paste(firstCalls.replace('127.0.0.1:8420', await here()));
    isBooked(lines);
    expect(err).toStartWith('This key is not shown again.');
  });

  test('stops at the first error, says what failed, and leaves the shell open', async () => {
    const { lines, err } = await paste(firstCalls.replace('127.0.0.1:8420', '127.0.0.1:1'));
    expect(lines).toEqual(['the shell goes on']);
    expect(err).toContain('GET /v2/sites failed');
    expect(err).not.toContain('PATCH');
  });

  test.if(canHaveMachine && testsEverything)(
    `goes word for word on a machine with the service (${named('unshare', 'ip')})`,
    async () => {
      const folder = newFolder();
      chmodSync(folder, 0o755);
      const [machine, program] = [await startMachine(folder), await programFor(join(folder, 'program'))];
      const executable = join(folder, 'studiod');
      writeFileSync(executable, `#!/bin/sh\nexec ${program.join(' ')} "$@"\n`);
      // Root needs no sudo, and a bare machine has none.
      writeFileSync(join(folder, 'program/sudo'), '#!/bin/sh\nexec "$@"\n');
      for (const path of [executable, join(folder, 'program/sudo')]) chmodSync(path, 0o755);
      const env = { PATH: `${folder}/program:/usr/local/bin:${process.env.PATH}` };
      const inside = (...words: string[]) => run({ cwd, env }, ...machine.inside(...words));
      let service: Bun.Subprocess | undefined;
      try {
        const { code, err: said } = await inside(
          executable,
          'install',
          '--executable',
          executable,
          '--name',
          'Harbour',
        );
        expect([code, said]).toEqual([0, expect.stringContaining('creating the database and the first API key')]);
        const settings = 'umask 077; echo STUDIOD_BACKUP_TARGETS=/nowhere >/etc/studiod/studiod.env';
        await inside('sh', '-c', `${settings}; umask 022; echo 'rate-basic = 599' >/etc/studiod/studiod.toml`);
        const serve =
          'setpriv --reuid=studiod --regid=studiod --clear-groups studiod serve --data /var/lib/studiod --json';
        const started = machine.inside('sh', '-c', `cd /etc/studiod && set -a && . ./studiod.env && exec ${serve}`);
        const child = Bun.spawn(started, { env: environment(env), stdin: 'ignore', stdout: 'pipe', stderr: 'ignore' });
        service = child;
        await child.stdout.getReader().read();

        const { lines, err } = await paste(firstCalls, machine.inside('bash'), env);
        isBooked(lines);
        const settingsLine =
          'studiod: using the settings of studiod.service: /etc/studiod/studiod.env, /etc/studiod/studiod.toml; data /var/lib/studiod';
        expect(err.split('\n')[0]).toBe(settingsLine);
        // Root reads what only root may read. Another user is told, and gets no response from defaults.
        const doctor = await inside('studiod', 'doctor', '--json');
        expect(doctor.err.split('\n')[0]).toBe(settingsLine);
        const copies = JSON.parse(doctor.out).checks.find(({ name }: { name: string }) => name === 'backup_copies');
        expect(copies.message).toContain('/nowhere');
        const asUser = ['setpriv', '--reuid=studiod', '--regid=studiod', '--clear-groups', 'studiod'];
        const refused = await inside(...asUser, 'doctor', '--data', '/var/lib/studiod');
        expect({ code: refused.code, out: refused.out }).toEqual({ code: 2, out: '' });
        expect(refused.err).toContain('/etc/studiod/studiod.env: EACCES');
        // A verb that starts another process says it once.
        const asked = await inside('studiod', 'sql', 'select 1 as one');
        expect([asked.code, asked.err]).toEqual([0, `${settingsLine}\n`]);
        expect((await inside('studiod', 'config', '--json')).out).toContain(
          '"name":"rate-basic","env":"STUDIOD_RATE_BASIC","value":599,"source":"file"',
        );
      } finally {
        service?.kill();
        await service?.exited;
        await machine.end();
        removeFolder(folder);
      }
    },
  );
});

describe('the recipe of a proxy passes requests on', () => {
  let key = '';
  beforeAll(async () => {
    key = (await studiod({ cwd }, 'key', 'create', '--name', 'Door')).out.trim();
  });
  /** The statuses that a device gets which sends a line end behind its body: studiod alone would answer 400. */
  const statusesBehindLineEnd = async (url: string): Promise<number[]> => {
    const { protocol, hostname, port } = new URL(url);
    const body = JSON.stringify({ firstName: 'A', lastName: 'B', email: `door-${port}@example.com` });
    const head = `POST /v2/clients HTTP/1.1\r\nHost: studio.example\r\nX-Service-API-Key: ${key}\r\n`;
    const request = `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}\r\n`;
    const address = { host: hostname, port: Number(port) };
    const socket = protocol === 'https:' ? secured({ ...address, rejectUnauthorized: false }) : connect(address);
    let got = '';
    socket.write(request);
    for await (const piece of socket) {
      got += String(piece);
      if (/\r\n\r\n.*\}(?:\r\n)*/s.test(got)) break;
    }
    return [...got.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
  };
  const freePort = (): number => {
    const listening = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
    listening.stop(true);
    return listening.port;
  };
  const through = async (url: string, proxy: Bun.Subprocess): Promise<void> => {
    try {
      const get = () =>
        fetch(`${url}/v2/health`, {
          headers: { 'x-forwarded-for': '203.0.113.9' },
          tls: { rejectUnauthorized: false },
        });
      await until(async () => (await get().catch(() => undefined))?.status === 200);
      const body = JSON.stringify({ firstName: 'x'.repeat(200_000) });
      const tls = { rejectUnauthorized: false };
      const response = await fetch(`${url}/v2/clients`, { method: 'POST', body, tls });
      expect(response.status).toBe(401);
      expect(await statusesBehindLineEnd(url)).toEqual([201]);
    } finally {
      proxy.kill('SIGTERM');
      await proxy.exited;
    }
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

  const apache = '/usr/lib/apache2/modules';
  test.if(has('apache2', 'ss') && existsSync(apache))(`Apache (${named('apache2', 'ss')})`, async () => {
    const port = freePort();
    const tls = (name: string): string => join(root, 'test/fixtures/tls', name);
    const site = codeOf('proxies.md', 'apache')
      .replace('*:443', `127.0.0.1:${port}`)
      .replace('/etc/ssl/studio.example.pem', tls('receiver.pem'))
      .replace('/etc/ssl/studio.example.key', tls('receiver.key'))
      .replace(/\S+studio\.log combined/, `${cwd}/apache.log "%U"`)
      .replace('127.0.0.1:8420', await here());
    const modules = ['mpm_event', 'authz_core', 'setenvif', 'ssl', 'proxy', 'proxy_http'];
    const loaded = modules.map((name) => `LoadModule ${name}_module ${apache}/mod_${name}.so\n`).join('');
    const places = `ServerRoot ${cwd}\nServerName localhost\nPidFile ${cwd}/apache.pid\nErrorLog ${cwd}/apache-error.log\nMutex fcntl:${cwd}\n`;
    writeFileSync(
      join(cwd, 'apache.conf'),
      `${loaded}${places}Listen 127.0.0.1:${port}\nUser nobody\nGroup nogroup\n${site}`,
    );
    await through(`https://127.0.0.1:${port}`, start(['apache2', '-DFOREGROUND', '-f', join(cwd, 'apache.conf')]));
    expect(readFileSync(join(cwd, 'apache.log'), 'utf8')).toContain('/v2/clients');
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
