import { afterEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configure } from '../../src/config/settings.ts';
import type { Given } from '../../src/config/sources.ts';
import { UsageError } from '../../src/config/usage-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'studiod-config-'));
const home = process.cwd();
afterEach(() => process.chdir(home));

const write = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const given = (part: Partial<Given>) => configure({ flags: {}, environment: {}, ...part });
const refusal = (part: Partial<Given>): string => {
  try {
    given(part);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message;
  }
  throw new Error('was accepted');
};

describe('precedence', () => {
  const file = write('order.toml', 'port = 1001\n');
  const secretFile = write('port', '1002\n');
  const environment = { STUDIOD_PORT_FILE: secretFile };

  test('a default where nothing is said', () => {
    const { config, sources } = given({});
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
    const settled = steps.map((step) => given(step));
    expect(settled.map(({ config }) => config.port)).toEqual([1001, 1002, 1003, 1004]);
    expect(settled.map(({ sources }) => sources.port)).toEqual(['file', 'env', 'env', 'flag']);
  });

  test('studiod.toml of the working directory is read without being named', () => {
    write('studiod.toml', 'rate_basic = 7\ntrusted-proxies = ["10.0.0.0/8", "::1"]\nbehind_proxy = true\n');
    process.chdir(folder);
    expect(given({}).config).toMatchObject({
      rateBasic: 7,
      trustedProxies: ['10.0.0.0/8', '::1'],
      behindProxy: true,
    });
    rmSync(join(folder, 'studiod.toml'));
  });

  test('an empty variable counts as not set', () => {
    expect(given({ environment: { STUDIOD_PORT: '' } }).sources.port).toBe('default');
  });

  test('a setting whose own name ends in _FILE is itself', () => {
    const { config } = given({ environment: { STUDIOD_WEBHOOK_CA_FILE: '/x/ca.pem' } });
    expect(config.webhookCaFile).toBe('/x/ca.pem');
  });
});

describe('refusals', () => {
  test('an unknown variable names the nearest one', () => {
    expect(refusal({ environment: { STUDIOD_PROT: '1' } })).toBe(
      "There is no setting STUDIOD_PROT. Did you mean 'STUDIOD_PORT'?",
    );
    expect(refusal({ environment: { STUDIOD_ZZZZZZ: '1' } })).toBe('There is no setting STUDIOD_ZZZZZZ.');
  });

  test('an unknown key of the file names the nearest one', () => {
    const file = write('unknown.toml', 'publicurl = "https://a.example"\n');
    expect(refusal({ file })).toBe(`${file}: there is no setting 'publicurl'. Did you mean 'public-url'?`);
  });

  test('everything wrong is told at once', () => {
    const environment = { STUDIOD_PORT: 'x', STUDIOD_LOG_LEVEL: 'loud', STUDIOD_TRUSTED_PROXIES: '10.0.0.0/33' };
    const lines = refusal({ environment, flags: { publicUrl: 'studio.example/v2' } }).split('\n');
    expect(lines).toEqual([
      "STUDIOD_PORT must be a whole number from 0 to 65535, not 'x'.",
      "--public-url must be an address such as https://studio.example without a path, not 'studio.example/v2'.",
      "STUDIOD_TRUSTED_PROXIES must be networks such as 10.0.0.0/8, separated by commas; '10.0.0.0/33' is none.",
      "STUDIOD_LOG_LEVEL must be one of info, warn, error, not 'loud'.",
    ]);
  });

  test('a file that is not there, or is no TOML', () => {
    expect(refusal({ file: join(folder, 'none.toml') })).toContain('cannot be read');
    expect(refusal({ file: write('broken.toml', 'port = = 1') })).toContain('is not TOML');
    expect(refusal({ environment: { STUDIOD_PORT_FILE: join(folder, 'none') } })).toContain('STUDIOD_PORT_FILE names');
  });
});
