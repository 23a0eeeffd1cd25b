import type { Choices } from '../helpers/seeded.ts';
import { COLORS, type CreateBody, OTHER_SITE, type PatchBody, SITE } from './everything.ts';

/** Text that is hard to store: quotes, other scripts, and what looks like JSON or SQL. */
const TEXTS = ['a', "O'Neill", '"quoted"', 'Zoë 😀', '{}', '[]', 'null', '0', '\\n', "'); drop table madeThings; --"];
const OFFSETS = ['Z', '+00:00', '-08:00', '+05:45', '+14:00'];

const twoDigits = (value: number): string => `${value}`.padStart(2, '0');

/** A random instant in one of the forms of RFC 3339. */
const instant = (choices: Choices): string => {
  const day = `20${twoDigits(choices.below(60))}-${twoDigits(1 + choices.below(12))}-${twoDigits(1 + choices.below(28))}`;
  const time = [choices.below(24), choices.below(60), choices.below(60)].map(twoDigits).join(':');
  const fraction = ['', '.5', '.123'][choices.below(3)];
  return `${day}T${time}${fraction}${choices.of(OFFSETS)}`;
};
const text = (choices: Choices): string => choices.of(TEXTS) ?? '';
const flag = (choices: Choices): boolean => choices.once(2);
const orNull = <Value>(choices: Choices, value: Value): Value | null => (choices.once(3) ? null : value);
const several = <Value>(choices: Choices, most: number, make: () => Value): Value[] =>
  Array.from({ length: choices.below(most + 1) }, make);

/** The object without some of its fields. */
const some = <Value extends object>(choices: Choices, value: Value): Partial<Value> =>
  Object.fromEntries(Object.entries(value).filter(() => choices.once(2))) as Partial<Value>;

const span = (choices: Choices) => ({
  from: instant(choices),
  ...some(choices, { to: orNull(choices, instant(choices)) }),
});

const step = (choices: Choices) => ({
  id: `s${choices.below(9)}`,
  name: text(choices),
  ...some(choices, {
    isDone: flag(choices),
    doneAt: orNull(choices, instant(choices)),
    spans: several(choices, 2, () => span(choices)),
  }),
});

const place = (choices: Choices) => ({
  city: text(choices),
  ...some(choices, {
    floor: orNull(choices, choices.below(100)),
    builtAt: orNull(choices, instant(choices)),
    door: orNull(choices, { code: '1234', setAt: instant(choices) }),
  }),
});

const pairs = (choices: Choices): Record<string, string | null> =>
  Object.fromEntries(several(choices, 4, () => [`k${choices.below(5)}`, orNull(choices, text(choices))]));

let externalIds = 0;

/** Another one each time, also for the same choices: external ids are unique. */
const externalId = (choices: Choices): string => {
  externalIds += 1;
  return `${text(choices)}${externalIds}`;
};

const required = (choices: Choices): CreateBody => ({
  title: text(choices),
  opensOn: '2026-03-08',
  seats: 1 + choices.below(10),
  startsAt: instant(choices),
  words: [text(choices), ...several(choices, 2, () => text(choices))],
});

const optional = (choices: Choices): Partial<CreateBody> => ({
  about: orNull(choices, text(choices)),
  code: `c${choices.below(99)}`,
  opensAt: '18:30',
  color: choices.of(COLORS) ?? 'red',
  state: flag(choices) ? 'draft' : 'open',
  siteId: flag(choices) ? SITE : OTHER_SITE,
  ownerId: orNull(choices, SITE),
  spare: orNull(choices, choices.below(6)),
  share: choices.below(5) / 4,
  isOn: flag(choices),
  isKnown: orNull(choices, flag(choices)),
  endsAt: orNull(choices, instant(choices)),
  tags: several(choices, 3, () => text(choices)),
  aliases: orNull(
    choices,
    several(choices, 2, () => text(choices)),
  ),
  steps: several(choices, 3, () => step(choices)),
  place: orNull(choices, place(choices)),
  consent: some(choices, { mail: flag(choices), at: orNull(choices, instant(choices)) }),
  price: orNull(choices, { amount: choices.below(1_000), currency: 'EUR' }),
  labels: some(choices, { a: 1, b: [text(choices)], c: { d: null } }),
  rule: orNull(choices, { days: several(choices, 3, () => choices.below(7)) }),
  metadata: pairs(choices),
  externalId: orNull(choices, externalId(choices)),
});

/** A random body that creates a record. */
export const createBody = (choices: Choices): CreateBody => ({
  ...required(choices),
  ...some(choices, optional(choices)),
});

/** A random body that changes a record. */
export const patchBody = (choices: Choices): PatchBody => ({
  ...some(choices, required(choices)),
  ...some(choices, optional(choices)),
});
