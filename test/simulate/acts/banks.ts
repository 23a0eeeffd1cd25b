// Members who pay with more than a saved card: by direct debit, and at their bank.

import { rowsOf, send, sendAs, type World } from '../world.ts';
import { type Act, done, short, someMember } from './act.ts';

/** The accounts of the sandbox: one that settles, one whose debits fail on the fourth day, and one that disputes them later. */
const IBANS = ['DE89370400440532013000', 'DE62370400440532013001', 'DE35370400440532013002'];

/** Buys with what is chosen on the device; some never come back from there. */
const buy: Act = async (world, choose) => {
  const clientId = someMember(world, choose);
  if (clientId === undefined) return undefined;
  const body = { planId: choose.of(world.plans), payOnDevice: true, acceptTerms: true };
  const asked = await sendAs(world, clientId, 'POST', 'purchases', body);
  if (asked.status !== 202) return done(short(clientId), asked);
  const { publishableKey, clientSecret, id } = asked.body;
  const way = choose.of(['debit', 'debit', 'debit', 'wallet', 'redirect', 'nothing'] as const) ?? 'debit';
  const iban = choose.of(IBANS);
  const { answer, outside } = world.program;
  if (way !== 'nothing') await answer(outside.device.pay(publishableKey, clientSecret, { way, iban }));
  const what = `${short(clientId)} ${way} ${way === 'debit' ? iban?.slice(-4) : ''}`;
  if (choose.once(4)) return done(`${what} and is gone`, asked);
  return done(what, await sendAs(world, clientId, 'POST', `purchases/${id}/complete`));
};

const disputed = (world: World) =>
  rowsOf(
    world,
    `select id from payments where dispute is not null and dispute ->> '$.decision' is null order by id desc limit 8`,
  );

const decide: Act = async (world, choose) => {
  const id = choose.of(disputed(world))?.id;
  if (id === undefined) return undefined;
  const decision = choose.of(['claim', 'waive']);
  return done(`${short(id)} ${decision}`, await send(world, 'POST', `/manage/payments/${id}/dispute`, { decision }));
};

export const BANKS: Readonly<Record<string, readonly [number, Act]>> = {
  'member pays at a bank': [4, buy],
  'desk decides a dispute': [0.6, decide],
};
