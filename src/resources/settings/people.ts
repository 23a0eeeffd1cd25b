import { described, flag, oneOf } from '../../kernel/schemas.ts';

export const asksBirthDate = () =>
  described(
    flag(),
    'Whether sign-up, and adding a dependant, ask for the date of birth. A guardian signs for anyone under 18.',
  );

export const offersHouseholds = () =>
  described(
    oneOf('off', 'desk', 'members'),
    'Who sets up households, in which adults book, pay, and sign for dependants such as their children: the studio ' +
      '(`desk`), or members, too: they add dependants and invite another adult. `off`: no one is offered any. ' +
      'Existing households continue in any case.',
  );
