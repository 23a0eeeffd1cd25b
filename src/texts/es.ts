import { account } from './es/account.ts';
import { awards } from './es/awards.ts';
import { boards } from './es/boards.ts';
import { booking } from './es/booking.ts';
import { calendar } from './es/calendar.ts';
import { cards } from './es/cards.ts';
import { checkins } from './es/checkins.ts';
import { classPage } from './es/class-page.ts';
import { classTerms } from './es/class-terms.ts';
import { client } from './es/client.ts';
import { clients } from './es/clients.ts';
import { codes } from './es/codes.ts';
import { content } from './es/content.ts';
import { data } from './es/data.ts';
import { demo } from './es/demo.ts';
import { edit } from './es/edit.ts';
import { engagement } from './es/engagement.ts';
import { events } from './es/events.ts';
import { fields } from './es/fields.ts';
import { firstDay } from './es/first-day.ts';
import { gate } from './es/gate.ts';
import { integrations } from './es/integrations.ts';
import { keys } from './es/keys.ts';
import { kiosk } from './es/kiosk.ts';
import { kiosks } from './es/kiosks.ts';
import { laterWords } from './es/later-words.ts';
import { lists } from './es/lists.ts';
import { mails } from './es/mails.ts';
import { members } from './es/members.ts';
import { membership } from './es/membership.ts';
import { merge } from './es/merge.ts';
import { palette } from './es/palette.ts';
import { parts } from './es/parts.ts';
import { password } from './es/password.ts';
import { payment } from './es/payment.ts';
import { payments } from './es/payments.ts';
import { plans } from './es/plans.ts';
import { progress } from './es/progress.ts';
import { reports } from './es/reports.ts';
import { rights } from './es/rights.ts';
import { sell } from './es/sell.ts';
import { session } from './es/session.ts';
import { settings } from './es/settings.ts';
import { setup } from './es/setup.ts';
import { shell } from './es/shell.ts';
import { signed } from './es/signed.ts';
import { signedOut } from './es/signed-out.ts';
import { sites } from './es/sites.ts';
import { staff } from './es/staff.ts';
import { studio } from './es/studio.ts';
import { system } from './es/system.ts';
import { theme } from './es/theme.ts';
import { timeline } from './es/timeline.ts';
import { timetable } from './es/timetable.ts';
import { today } from './es/today.ts';
import { words } from './es/words.ts';
import type { Texts } from './translate.ts';

/** The Spanish catalogue. */
export const es = {
  account,
  awards,
  boards,
  booking,
  calendar,
  cards,
  checkins,
  classPage,
  classTerms,
  client,
  clients,
  codes,
  laterWords,
  content,
  data,
  demo,
  edit,
  engagement,
  events,
  fields,
  firstDay,
  gate,
  integrations,
  keys,
  kiosk,
  kiosks,
  lists,
  mails,
  members,
  membership,
  merge,
  palette,
  parts,
  password,
  payment,
  payments,
  plans,
  progress,
  reports,
  rights,
  sell,
  session,
  settings,
  setup,
  shell,
  signed,
  signedOut,
  sites,
  staff,
  studio,
  system,
  theme,
  timeline,
  timetable,
  today,
  words,
} satisfies Texts;
