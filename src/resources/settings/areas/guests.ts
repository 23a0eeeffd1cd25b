import { extension, flag, integer } from '../../../kernel/schemas.ts';
import { setting } from '../setting.ts';

/** Whether members bring guests (rules.md "Guests"). */
export const guestSettings = {
  guestsPerBooking: setting(
    extension(integer(0, 10), 'How many guests a member can bring to a session. 0 for none.'),
    0,
  ),
  freeFirstVisit: setting(extension(flag(), 'Whether the first visit of a guest is free, once per person.'), false),
};
