import { afterEach, describe, expect, test } from 'bun:test';
import { createSmtp, type SmtpOptions } from '../../src/mail/smtp.ts';
import { type Mail, type MailFailure, MailNotSent } from '../../src/mail/transport.ts';
import { ca, parsed, startMailServer } from '../helpers/smtp.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const open = async (options?: Parameters<typeof startMailServer>[0]) => {
  const server = await startMailServer(options);
  closing.push(server.close);
  return server;
};

const transportTo = (url: string, options: Partial<SmtpOptions> = {}) => {
  const transport = createSmtp({ url, fromAddress: 'studio@example.com', extraCa: [], isPooled: true, ...options });
  closing.push(transport.close);
  return transport;
};

const MAIL: Mail = {
  messageId: 'first@studio.example',
  to: 'ada@example.com',
  fromName: 'Harbour "Yoga", Lisboa',
  replyTo: 'desk@example.com',
  subject: 'Grüße – 予約',
  html: '<p>Olá <b>Ada</b></p>',
  text: 'Olá Ada\n.\n..two dots',
  calendar: null,
  unsubscribeUrl: 'https://studio.example/u/token',
};

const failureOf = (sending: Promise<unknown>): Promise<MailFailure> =>
  sending.then(
    () => {
      throw new Error('it was sent');
    },
    (error: unknown) => {
      if (error instanceof MailNotSent) return error.failure;
      throw error;
    },
  );

describe('a mail', () => {
  test('arrives as it was given, and resolves with the last line of the server', async () => {
    const server = await open();
    expect(await transportTo(server.url()).send(MAIL)).toStartWith('250 ');
    const [arrived] = server.arrived;
    if (arrived === undefined) throw new Error('nothing arrived');
    expect(arrived).toMatchObject({ to: MAIL.to, from: 'studio@example.com', messageId: MAIL.messageId });
    const mail = await parsed(arrived);
    expect(mail.subject).toBe(MAIL.subject);
    expect(mail.from?.value).toEqual([{ name: MAIL.fromName, address: 'studio@example.com' }]);
    expect(mail.replyTo?.value).toEqual([{ name: MAIL.fromName, address: 'desk@example.com' }]);
    expect(mail.text?.trimEnd()).toBe(MAIL.text);
    expect(mail.html).toBe(MAIL.html);
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(arrived.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  });

  test('to a domain that nobody can have is refused without asking a server', async () => {
    const server = await open();
    const failure = await failureOf(transportTo(server.url()).send({ ...MAIL, to: 'dana@members.example' }));
    expect(failure).toMatchObject({ code: 'refused', isPermanent: true, isRecipient: true });
    expect(server.arrived).toEqual([]);
  });

  test('has no second header or recipient by a line break in a name or a subject', async () => {
    const server = await open();
    const broken = { ...MAIL, subject: 'Hi\r\nBcc: eve@example.com', fromName: 'Yoga\r\nX-Evil: yes' };
    await transportTo(server.url()).send(broken);
    expect(server.arrived.map(({ to }) => to)).toEqual([MAIL.to]);
    expect(server.arrived[0]?.raw).not.toMatch(/^(?:Bcc|X-Evil):/im);
  });

  test('carries an appointment', async () => {
    const server = await open();
    const content = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';
    await transportTo(server.url()).send({ ...MAIL, calendar: { method: 'REQUEST', content } });
    expect(server.arrived[0]?.raw).toContain('text/calendar; charset=utf-8; method=REQUEST');
  });

  test('goes over a connection that is kept', async () => {
    const server = await open();
    const transport = transportTo(server.url());
    for (let index = 0; index < 5; index += 1) await transport.send({ ...MAIL, messageId: `${index}@studio.example` });
    expect([server.counts.connections, server.arrived.length]).toEqual([1, 5]);
  });
});

describe('an address of another alphabet', () => {
  const to = 'jörg@bücher.example.com';

  test('is refused for good without being sent, where the server takes no such address', async () => {
    const server = await open({ takesUtf8: false });
    const transport = transportTo(server.url());
    expect(await failureOf(transport.send({ ...MAIL, to }))).toMatchObject({
      code: 'refused',
      isPermanent: true,
      isRecipient: true,
      message: expect.stringContaining('SMTPUTF8'),
    });
    expect([server.arrived, server.counts.recipients]).toEqual([[], 0]);
    await transport.send(MAIL);
    expect(server.arrived).toHaveLength(1);
  });

  test('is used where the server takes it', async () => {
    const server = await open();
    await transportTo(server.url()).send({ ...MAIL, to });
    expect(server.arrived).toHaveLength(1);
  });

  test('whose domain alone is of another alphabet goes to any server, as punycode', async () => {
    const server = await open({ takesUtf8: false });
    await transportTo(server.url()).send({ ...MAIL, to: 'ada@bücher.example.com' });
    expect(server.arrived[0]?.raw).toContain('ada@xn--bcher-kva.example.com');
    expect(server.counts.connections).toBe(1);
  });
});

describe('signing in', () => {
  const account = { user: 'studio@example.com', password: 'sécret: 1' };

  test.each(['PLAIN', 'LOGIN'] as const)(
    'works where the server offers PLAIN and LOGIN, and knows %s alone',
    async (knows) => {
      const server = await open({ account, knows });
      expect(await transportTo(server.url()).send(MAIL)).toStartWith('250 ');
    },
  );

  test('fails with the words of the server where it takes neither', async () => {
    const server = await open({ account });
    const url = server.url({ ...account, password: 'wrong' });
    expect(await failureOf(transportTo(url).send(MAIL))).toMatchObject({
      code: 'auth_error',
      isPermanent: false,
      message: expect.stringContaining('The password is wrong'),
    });
  });
});

describe('a server that refuses', () => {
  test.each<[string, Parameters<typeof startMailServer>[0], Partial<MailFailure>]>([
    [
      'the recipient for good',
      { onRecipient: () => ({ refuse: [550, 'No such user'] }) },
      { code: 'refused', isPermanent: true, isRecipient: true, message: expect.stringContaining('No such user') },
    ],
    [
      'the mail for good',
      { onMail: () => ({ refuse: [554, 'This is spam'] }) },
      { code: 'refused', isPermanent: true, isRecipient: false, message: expect.stringContaining('This is spam') },
    ],
    [
      'the recipient for now',
      { onRecipient: () => ({ refuse: [451, 'Greylisted'] }) },
      { code: 'deferred', isPermanent: false, isRecipient: false, message: expect.stringContaining('Greylisted') },
    ],
    [
      'the mail for now',
      { onMail: () => ({ refuse: [452, 'Out of space'] }) },
      { code: 'deferred', isPermanent: false, isRecipient: false },
    ],
    ['by breaking off', { breaksOff: () => true }, { code: 'connect_error', isPermanent: false, isRecipient: false }],
    [
      'whoever has no account',
      { account: { user: 'studio', password: 'secret' } },
      { code: 'auth_error', isPermanent: false, isRecipient: false },
    ],
  ])('%s', async (name, options, failure) => {
    const server = await open(options);
    const url = name === 'whoever has no account' ? server.url({ user: 'studio', password: 'wrong' }) : server.url();
    expect(await failureOf(transportTo(url).send(MAIL))).toMatchObject(failure);
    expect(server.arrived).toEqual([]);
  });

  test('does not end the transport: the next mail is sent', async () => {
    let isRefusing = true;
    const server = await open({ breaksOff: () => isRefusing });
    const transport = transportTo(server.url());
    await failureOf(transport.send(MAIL));
    isRefusing = false;
    await transport.send(MAIL);
    expect(server.arrived).toHaveLength(1);
  });

  test('mails without an account where it wants one', async () => {
    const server = await open({ account: { user: 'studio', password: 'secret' } });
    const without = server.url().replace(/\/\/.*@/, '//');
    expect(await failureOf(transportTo(without).send(MAIL))).toMatchObject({ code: 'auth_error', isPermanent: false });
  });

  test('connections', async () => {
    const server = await open();
    await server.close();
    expect(await failureOf(transportTo(server.url()).send(MAIL))).toMatchObject({
      code: 'connect_error',
      isPermanent: false,
    });
  });
});

describe.each(['implicit', 'starttls'] as const)('TLS, %s', (tls) => {
  const account = { user: 'studio@example.com', password: 'p@ss/wörd%:' };

  test('a certificate of an unknown authority is refused, and no password is sent', async () => {
    const server = await open({ tls, account });
    const failure = await failureOf(transportTo(server.url()).send(MAIL));
    expect(failure).toMatchObject({ code: 'tls_error', isPermanent: false, isRecipient: false });
    const other = await failureOf(transportTo(server.url(), { extraCa: [ca('authority.pem')] }).send(MAIL));
    expect(other.code).toBe('tls_error');
    expect(server.arrived).toEqual([]);
  });

  test('a certificate for another name is refused', async () => {
    const server = await open({ tls, certificate: 'receiver' });
    const transport = transportTo(server.url(), { extraCa: [ca('authority.pem')] });
    expect(await failureOf(transport.send(MAIL))).toMatchObject({
      code: 'tls_error',
      message: expect.stringMatching(/altname|does not match/i),
    });
    expect(server.arrived).toEqual([]);
  });

  test('a certificate of an extra authority is accepted, and a password with any characters', async () => {
    const server = await open({ tls, account });
    const transport = transportTo(server.url(), { extraCa: [ca()] });
    await transport.verify();
    expect(await transport.send(MAIL)).toStartWith('250 ');
    expect(server.arrived).toHaveLength(1);
  });
});

test('a password does not leave the machine without TLS', async () => {
  const server = await open({ account: { user: 'studio', password: 'secret' } });
  // An address of this machine that is none of its loopback addresses by name.
  const url = server.url().replace('127.0.0.1', '[::ffff:127.0.0.1]');
  expect((await failureOf(transportTo(url).send(MAIL))).code).toBe('tls_error');
  expect(server.arrived).toEqual([]);
});

test('an extra authority that is no certificate is refused at once', () => {
  const extraCa = ['-----BEGIN CERTIFICATE-----\nbm90aGluZw==\n-----END CERTIFICATE-----\n'];
  expect(() => transportTo('smtp://127.0.0.1:1', { extraCa })).toThrow();
});
