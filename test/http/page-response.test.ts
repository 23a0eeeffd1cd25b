import { expect, test } from 'bun:test';
import { pageResponse } from '../../src/http/page-response.ts';

const policyOf = (content: string, policy = "default-src 'none'") =>
  pageResponse({ type: 'text/html', content, policy, cache: 'no-store' }).headers.get('content-security-policy');

const hashOf = async (css: string): Promise<string> =>
  `'sha256-${Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(css))).toString('base64')}'`;

test('the styles of a page are allowed by their hashes, and no other inline style', async () => {
  const [first, second] = ['\n  p { color: red }\n', ':root { --ink: "ä" }'];
  const page = `<!doctype html><style>${first}</style>\n<style>${second}</style><p style="color: blue">`;
  expect(policyOf(page)).toBe(`style-src ${await hashOf(first)} ${await hashOf(second)}; default-src 'none'`);
});

test('a page without styles, and a policy that names its styles, stay as they are', () => {
  expect(policyOf('<p>')).toBe("default-src 'none'");
  expect(policyOf('<style>p {}</style>', "style-src 'self'")).toBe("style-src 'self'");
});
