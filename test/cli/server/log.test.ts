import { describe, expect, test } from 'bun:test';
import { createLog, type LogOptions } from '../../../src/cli/server/log.ts';

const open = (options: Partial<LogOptions>) => {
  const written: string[] = [];
  const log = createLog({ format: 'json', level: 'info', write: (lines) => written.push(lines), ...options });
  return { log, written };
};
const entry = {
  requestId: 'req_1',
  method: 'GET',
  route: '/v2/clients/:id',
  isRouted: true,
  status: 200,
  milliseconds: 1.23456,
  credentialId: undefined,
  address: undefined,
};

describe('the log', () => {
  test('writes lines in batches', () => {
    const { log, written } = open({});
    log.info('one');
    log.request?.(entry);
    expect(written).toEqual([]);
    log.flush();
    expect(written).toHaveLength(1);
    const [first, second] = written[0]!.split('\n').map((line) => JSON.parse(line));
    expect(first).toMatchObject({ level: 'info', message: 'one' });
    expect(second).toMatchObject({ message: 'request', route: '/v2/clients/:id', status: 200, ms: 1.23 });
    expect(second).not.toContainAnyKeys(['credentialId', 'address']);
  });

  test('writes valid JSON for every path', () => {
    const { log, written } = open({});
    const route = '/v2/"}\\{';
    log.request?.({ ...entry, route, isRouted: false, credentialId: 'key', address: '2001:db8::7' });
    log.flush();
    expect(JSON.parse(written[0] ?? '')).toMatchObject({
      route,
      method: 'GET',
      requestId: 'req_1',
      credentialId: 'key',
      address: '2001:db8::7',
    });
  });

  test('writes a full batch at once', () => {
    const { log, written } = open({});
    for (let line = 0; line < 64; line += 1) log.info('busy');
    expect(written[0]!.split('\n')).toHaveLength(64);
  });

  test('writes text on a terminal', () => {
    const { log, written } = open({ format: 'text' });
    log.request?.({ ...entry, credentialId: 'key', address: '203.0.113.9' });
    log.warn('careful', { where: 'here' });
    log.flush();
    const [first, second] = written[0]!.split('\n');
    expect(first).toMatch(
      /^\S+Z GET \/v2\/clients\/:id 200 ms=1.23 requestId=req_1 credentialId=key address=203\.0\.113\.9$/,
    );
    expect(second).toMatch(/^\S+Z WARN careful where=here$/);
  });

  test('leaves out lower levels', () => {
    const { log, written } = open({ level: 'warn' });
    expect(log.request).toBeUndefined();
    log.info('left out');
    log.error('written');
    log.flush();
    expect(written.join()).toContain('written');
    expect(written.join()).not.toContain('left out');
  });
});
