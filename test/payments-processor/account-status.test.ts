import { describe, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../src/kernel/durations.ts';
import { createAccountStatus } from '../../src/payments-processor/account-status.ts';
import { ProcessorFailure } from '../../src/payments-processor/port.ts';
import { forEachTest, openStudio } from '../helpers/api.ts';
import { openCardStudio } from '../helpers/cards.ts';

const PLACE = { mode: 'test', account: null } as const;
const DISABLED = { chargesEnabled: false, isComplete: false };
const ENABLED = { chargesEnabled: true, isComplete: true };

/** The status of an account whose state is `state`, with a count of the calls to the processor. */
const open = async () => {
  const { time } = await openStudio();
  const { faulty } = await openCardStudio();
  const account = { state: DISABLED, calls: 0, isDown: false };
  const accountState = async () => {
    account.calls += 1;
    if (account.isDown) throw new ProcessorFailure('unavailable', 'The processor does not answer.');
    return account.state;
  };
  const status = createAccountStatus({ ...faulty.processor, accountState }, PLACE, time);
  return { time, account, status };
};

const opened = forEachTest(() => open());

describe('the status of the account', () => {
  test('is unknown before it is fetched', async () => {
    const { status } = opened;
    expect(status.latest()).toBeUndefined();
    expect(await status.fetch()).toEqual(DISABLED);
    expect(status.latest()).toEqual(DISABLED);
  });

  test('is fetched at most once a minute', async () => {
    const { status, account, time } = opened;
    await status.fetch();
    account.state = ENABLED;
    await time.moveTo(time.now() + 59_999);
    expect([await status.fetch(), account.calls]).toEqual([DISABLED, 1]);
    await time.moveTo(time.now() + 1);
    expect([await status.fetch(), account.calls, status.latest()]).toEqual([ENABLED, 2, ENABLED]);
  });

  test('is fetched again once it is invalidated; until then the last state is known', async () => {
    const { status, account } = opened;
    await status.fetch();
    account.state = ENABLED;
    status.invalidate();
    expect(status.latest()).toEqual(DISABLED);
    expect(await status.fetch()).toEqual(ENABLED);
  });

  test('keeps the last state when the processor does not answer, and asks again', async () => {
    const { status, account, time } = opened;
    await status.fetch();
    await time.moveTo(time.now() + MINUTE_MS);
    account.isDown = true;
    await expect(status.fetch()).rejects.toThrow('does not answer');
    expect(status.latest()).toEqual(DISABLED);
    account.isDown = false;
    account.state = ENABLED;
    expect(await status.fetch()).toEqual(ENABLED);
  });

  test('is fetched again when the clock was set back by a minute', async () => {
    const { account } = opened;
    const { faulty } = await openCardStudio();
    let now = 120_000;
    const accountState = async () => account.state;
    const status = createAccountStatus({ ...faulty.processor, accountState }, PLACE, { now: () => now });
    await status.fetch();
    account.state = ENABLED;
    now = 60_000;
    expect(await status.fetch()).toEqual(ENABLED);
  });
});
