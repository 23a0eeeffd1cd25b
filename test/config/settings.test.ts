import { afterEach, describe, expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configure } from '../../src/config/settings.ts';
import type { Inputs } from '../../src/config/sources.ts';
import { UsageError } from '../../src/config/usage-error.ts';
import { testFolder } from '../helpers/process.ts';

const folder = testFolder();
const home = process.cwd();
afterEach(() => process.chdir(home));

const write = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const resolve = (part: Partial<Inputs>) => configure({ flags: {}, environment: {}, ...part });
const errorOf = (part: Partial<Inputs>): string => {
  try {
    resolve(part);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message;
  }
  throw new Error('there was no error');
};

describe('precedence', () => {
  const file = write('order.toml', 'port = 1001\n');
  const secretFile = write('port', '1002\n');
  const environment = { STUDIOD_PORT_FILE: secretFile };

  test('the default of a setting that is not set', () => {
    const { config, sources } = resolve({});
    expect(config).toMatchObject({ port: 8420, host: '127.0.0.1', trustedProxies: [], behindProxy: false });
    expect(new Set(Object.values(sources))).toEqual(new Set(['default']));
  });

  test('flag before environment before *_FILE before studiod.toml', () => {
    const flags = { port: '1004' };
    const direct = { ...environment, STUDIOD_PORT: '1003' };
    const steps = [
      { file },
      { file, environment },
      { file, environment: direct },
      { file, environment: direct, flags },
    ];
    const resolved = steps.map((step) => resolve(step));
    expect(resolved.map(({ config }) => config.port)).toEqual([1001, 1002, 1003, 1004]);
    expect(resolved.map(({ sources }) => sources.port)).toEqual(['file', 'env', 'env', 'flag']);
  });

  test('what Kubernetes and docker links write sets nothing, and is named', () => {
    const environment = {
      STUDIOD_PORT: 'tcp://10.96.12.3:8420',
      STUDIOD_PORT_8420_TCP: 'tcp://10.96.12.3:8420',
      STUDIOD_PORT_8420_TCP_ADDR: '10.96.12.3',
      STUDIOD_SERVICE_HOST: '10.96.12.3',
      STUDIOD_SERVICE_PORT: '8420',
      STUDIOD_SERVICE_PORT_HTTP: '8420',
      STUDIOD_DATABASE_PORT: 'udp://10.96.12.4:53',
    };
    const { config, sources, ignored } = resolve({ environment });
    expect([config.port, sources.port]).toEqual([8420, 'default']);
    expect(ignored.toSorted()).toEqual(Object.keys(environment).toSorted());
    expect(errorOf({ environment: { STUDIOD_PORT: 'http' } })).toContain('STUDIOD_PORT');
  });

  test('reads studiod.toml of the working directory', () => {
    write('studiod.toml', 'rate_basic = 7\ntrusted-proxies = ["10.0.0.0/8", "::1"]\nbehind_proxy = true\n');
    process.chdir(folder);
    expect(resolve({}).config).toMatchObject({
      rateBasic: 7,
      trustedProxies: ['10.0.0.0/8', '::1'],
      behindProxy: true,
    });
    rmSync(join(folder, 'studiod.toml'));
  });

  test('an empty variable is not set', () => {
    expect(resolve({ environment: { STUDIOD_PORT: '' } }).sources.port).toBe('default');
  });

  test('a setting whose own name ends in _FILE', () => {
    const { config } = resolve({ environment: { STUDIOD_WEBHOOK_CA_FILE: '/x/ca.pem' } });
    expect(config.webhookCaFile).toBe('/x/ca.pem');
  });
});

describe('errors', () => {
  test('an unknown variable names the nearest one', () => {
    expect(errorOf({ environment: { STUDIOD_PROT: '1' } })).toBe(
      "Unknown setting STUDIOD_PROT. Did you mean 'STUDIOD_PORT'?",
    );
    expect(errorOf({ environment: { STUDIOD_ZZZZZZ: '1' } })).toBe('Unknown setting STUDIOD_ZZZZZZ.');
  });

  test('an unknown key of the file names the nearest one', () => {
    const file = write('unknown.toml', 'publicurl = "https://a.example"\n');
    expect(errorOf({ file })).toBe(`${file}: unknown setting 'publicurl'. Did you mean 'public-url'?`);
  });

  test('reports every error at once', () => {
    const environment = { STUDIOD_PORT: 'x', STUDIOD_LOG_LEVEL: 'loud', STUDIOD_TRUSTED_PROXIES: '10.0.0.0/33' };
    const lines = errorOf({ environment, flags: { publicUrl: 'studio.example/v2' } }).split('\n');
    expect(lines).toEqual([
      "STUDIOD_PORT must be a whole number from 0 to 65535, not 'x'.",
      "--public-url must be an address such as https://studio.example without a path, not 'studio.example/v2'.",
      "STUDIOD_TRUSTED_PROXIES must be networks such as 10.0.0.0/8, separated by commas; '10.0.0.0/33' is not one.",
      "STUDIOD_LOG_LEVEL must be one of info, warn, error, not 'loud'.",
    ]);
  });

  test('a missing file, or one that is not TOML', () => {
    expect(errorOf({ file: join(folder, 'none.toml') })).toContain('cannot be read');
    expect(errorOf({ file: write('broken.toml', 'port = = 1') })).toContain('is not TOML');
    expect(errorOf({ file: write('table.toml', '[port]\nnumber = 1') })).toContain(`not '{"number":1}'`);
    expect(errorOf({ file: write('empty.toml', 'data = ""') })).toContain("'data' must be a path, not empty.");
    expect(errorOf({ environment: { STUDIOD_PORT_FILE: join(folder, 'none') } })).toContain('STUDIOD_PORT_FILE names');
  });
});
