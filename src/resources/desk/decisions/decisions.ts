import type { Read } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { fullName } from '../../../kernel/full-name.ts';
import { addDays, localDateAt, startOfDate } from '../../../kernel/local-time.ts';
import type { SiteRow } from '../../sites/record.ts';
import { knownPersons } from '../known.ts';
import type { MayDo } from '../rights.ts';
import { openDisputes, returnedDebits } from './banks.ts';
import { erasureRequests } from './erasures.ts';
import { failedRenewals, openFees } from './money.ts';
import { dependantsOfAge } from './of-age.ts';
import { endingPackages } from './packages.ts';
import { MOST } from './queries.ts';
import { notCome, offers } from './seats.ts';
import { DECISION_TYPES, type DecisionPerson, type DeskDecisionsResponse } from './shapes.ts';
import { waitingSignUps } from './sign-ups.ts';
import type { DecisionContext, Draft, DraftPerson } from './types.ts';
import { failingWebhooks } from './webhooks.ts';

/** Names the people of some decisions, in one query. */
const namedPeople = (
  read: Read,
  caller: Caller,
  drafts: readonly Draft[],
): ((person: DraftPerson) => DecisionPerson) => {
  const ids = drafts.flatMap(({ people }) => people.map(({ clientId }) => clientId));
  const known = knownPersons(read, caller, ids);
  return ({ clientId, bookingId }) => {
    const row = known.get(clientId);
    const name = row === undefined ? null : fullName(row);
    return { clientId, bookingId, name, photoUrl: row?.photoUrl ?? null };
  };
};

const byTime = (left: Draft, right: Draft): number => {
  const [one, other] = [left.dueAt ?? '~', right.dueAt ?? '~'];
  return one < other ? -1 : Number(one > other);
};

/** What waits for a decision at a site, as far as the caller may read it. */
export const decisions = (read: Read, caller: Caller, site: SiteRow, mayDo: MayDo): DeskDecisionsResponse => {
  const date = localDateAt(read.nowMs, site.timezone);
  const startOf = (days: number): string => startOfDate(addDays(date, days), site.timezone);
  const today = { siteId: site.id, from: startOf(0), to: startOf(1) };
  const asked: DecisionContext = { read, caller, site, mayDo, today, sinceYesterday: { ...today, from: startOf(-1) } };
  const drafts: Readonly<Record<(typeof DECISION_TYPES)[number], readonly Draft[]>> = {
    offer: offers(asked),
    not_come: notCome(asked),
    renewal_failed: failedRenewals(asked),
    payment_returned: returnedDebits(asked),
    dispute: openDisputes(asked),
    fee: openFees(asked),
    package_ending: endingPackages(asked),
    webhook_failing: failingWebhooks(asked),
    sign_up: waitingSignUps(asked),
    erasure: erasureRequests(asked),
    of_age: dependantsOfAge(asked),
  };
  const shown = DECISION_TYPES.flatMap((type) => drafts[type].slice(0, MOST).toSorted(byTime));
  const nameOf = namedPeople(read, caller, shown);
  return {
    object: 'desk_decisions',
    asOf: read.now,
    decisions: shown.map(({ people, ...draft }) => ({ ...draft, people: people.map(nameOf) })),
    hasMore: DECISION_TYPES.some((type) => drafts[type].length > MOST),
  };
};
