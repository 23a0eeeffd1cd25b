import { afterAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { forAllTests, openStudio, SIGNATURE_HEADER } from '../helpers/api.ts';
import { waitFor } from '../helpers/wait.ts';
import { watchedServer } from './watched-server.ts';

const studio = forAllTests(openStudio);
afterAll(() => studio.app.stop());

const FORM = 'multipart/form-data; boundary=x';
const OPEN_FILE = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\nabc';
const OPEN_FIELD = '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nFlow';

const SIGNED_JSON = `application/json\r\n${SIGNATURE_HEADER}: 00`;

/** The status of a request whose connection ends in the middle of its body. */
const statusOfBroken = async (path: string, headers: string, body: string, end: 'FIN' | 'RST'): Promise<number> => {
  const server = watchedServer(studio);
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\nx-service-api-key: ${studio.mainKey}\r\n${headers}\r\n\r\n`;
  const socket = connect(server.port, '127.0.0.1', () => {
    socket.write(head + body, () => (end === 'FIN' ? socket.end() : setTimeout(() => socket.resetAndDestroy(), 20)));
  });
  await waitFor(() => server.status() !== 0);
  await server.stop();
  return server.status();
};

describe('400, and no error of the server, for a connection that ends in the middle of', () => {
  for (const [what, path, type, body] of [
    ['a JSON body', '/v2/clients', 'application/json', '{"a"'],
    ['a CSV file', '/manage/imports?family=clients', 'text/csv', 'firstName'],
    ['an OAuth form', '/oauth/token', 'application/x-www-form-urlencoded', 'grant_type'],
    ['an event of the processor', '/webhooks/processor', SIGNED_JSON, '{"a"'],
    ['a form, in its file', '/manage/content/media', FORM, OPEN_FILE],
    ['a form, in a field', '/manage/content/media', FORM, OPEN_FIELD],
    ['a form, in its first line', '/manage/content/media', FORM, '--x'],
  ] as const) {
    for (const end of ['FIN', 'RST'] as const) {
      test(`${what}: ${end}`, async () => {
        const headers = `content-type: ${type}\r\n`;
        expect(await statusOfBroken(path, `${headers}content-length: 5000`, body, end)).toBe(400);
        const chunk = `${body.length.toString(16)}\r\n${body}\r\n`;
        expect(await statusOfBroken(path, `${headers}transfer-encoding: chunked`, chunk, end)).toBe(400);
        expect(studio.reportedErrors).toEqual([]);
      });
    }
  }
});
