// Clients of their own for the tests of pages, made through the interface with the key of the sandbox.
import type { Page } from 'playwright-core';
import { until } from '../../helpers/process.ts';
import { sendTo } from './day.ts';
import type { testConsole } from './open.ts';

type Server = ReturnType<typeof testConsole>['server'];

/** Makes clients whom no other test changes, and does at the interface what a colleague would do elsewhere. */
export const peopleOf = (server: Server) => {
  const elsewhere = <Body = { id: string }>(method: string, path: string, body?: object): Promise<Body> =>
    sendTo<Body>(server.ready, method, path, body);
  /** A new client. Returns the id. */
  const newClient = async (name: string, more: object = {}): Promise<string> => {
    const [firstName = '', lastName = ''] = name.split(' ');
    const email = `${firstName}.${lastName}@browser.example`.toLowerCase();
    return (await elsewhere('POST', '/v2/clients', { firstName, lastName, email, ...more })).id;
  };
  /** Sells a client ten classes, for cash. Returns the id of the package. */
  const sell = async (clientId: string): Promise<string> => {
    const { data } = await elsewhere<{ data: { id: string; name: string }[] }>('GET', '/manage/plans?limit=100');
    const planId = data.find(({ name }) => name === 'Ten classes')?.id;
    return (await elsewhere('POST', '/manage/packages', { clientId, planId, paymentMethod: 'cash' })).id;
  };
  return { elsewhere, newClient, sell };
};

/** The message at the bottom of a page. */
export const toast = (page: Page, text: string | RegExp) => page.locator('.toast').getByText(text);

/**
 * Presses a button that copies a text in a browser that refuses: the text is marked, to be copied by hand. Returns what is marked.
 */
export const copyRefused = async (page: Page, press: () => Promise<void>): Promise<string> => {
  await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new DOMException("", "NotAllowedError"))');
  await press();
  let marked = '';
  await until(async () => {
    marked = await page.evaluate<string>('String(getSelection())');
    return marked !== '';
  });
  await page.evaluate('delete navigator.clipboard.writeText');
  return marked;
};
