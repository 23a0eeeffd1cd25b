import { type Html, html } from '../../../kernel/html.ts';
import type { NotificationPreferencesResponse } from '../../../resources/preferences/shapes.ts';
import { remindersAt } from '../../../resources/preferences/view.ts';
import type { MemberVisit } from '../visit.ts';

type Category = keyof NotificationPreferencesResponse['categories'];

/** In the order of the page; the ones that are locked come last, with the reason. */
export const CATEGORIES = [
  'reminders',
  'bookings',
  'waitlist',
  'memberships',
  'challenges',
  'awards',
  'content',
  'marketing',
  'schedule_changes',
  'payments',
] satisfies readonly Category[];

/** When the member is reminded of classes at the site of the page. */
export const ownReminders = ({ context: { read, site }, member }: MemberVisit) =>
  remindersAt(read, member.clientId, site.id);

export const switchRow = (
  name: string,
  title: string,
  small: string | undefined,
  isOn: boolean,
  isLocked: boolean,
): Html =>
  html`<li><label for="${name}"><span class="grow">${title}${small === undefined ? undefined : html`<small>${small}</small>`}</span><input class="switch" role="switch" type="checkbox" id="${name}" name="${name}" value="1"${isOn ? html` checked` : ''}${isLocked ? html` disabled` : ''}></label></li>`;
