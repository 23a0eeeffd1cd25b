import { account } from './fr/account.ts';
import { awards } from './fr/awards.ts';
import { boards } from './fr/boards.ts';
import { booking } from './fr/booking.ts';
import { calendar } from './fr/calendar.ts';
import { cards } from './fr/cards.ts';
import { checkins } from './fr/checkins.ts';
import { classPage } from './fr/class-page.ts';
import { classTerms } from './fr/class-terms.ts';
import { client } from './fr/client.ts';
import { clients } from './fr/clients.ts';
import { codes } from './fr/codes.ts';
import { content } from './fr/content.ts';
import { data } from './fr/data.ts';
import { demo } from './fr/demo.ts';
import { edit } from './fr/edit.ts';
import { engagement } from './fr/engagement.ts';
import { events } from './fr/events.ts';
import { fields } from './fr/fields.ts';
import { firstDay } from './fr/first-day.ts';
import { gate } from './fr/gate.ts';
import { integrations } from './fr/integrations.ts';
import { keys } from './fr/keys.ts';
import { kiosk } from './fr/kiosk.ts';
import { kiosks } from './fr/kiosks.ts';
import { laterWords } from './fr/later-words.ts';
import { lists } from './fr/lists.ts';
import { mails } from './fr/mails.ts';
import { members } from './fr/members.ts';
import { membership } from './fr/membership.ts';
import { merge } from './fr/merge.ts';
import { palette } from './fr/palette.ts';
import { parts } from './fr/parts.ts';
import { password } from './fr/password.ts';
import { payment } from './fr/payment.ts';
import { payments } from './fr/payments.ts';
import { plans } from './fr/plans.ts';
import { progress } from './fr/progress.ts';
import { reports } from './fr/reports.ts';
import { rights } from './fr/rights.ts';
import { sell } from './fr/sell.ts';
import { session } from './fr/session.ts';
import { settings } from './fr/settings.ts';
import { setup } from './fr/setup.ts';
import { shell } from './fr/shell.ts';
import { signed } from './fr/signed.ts';
import { signedOut } from './fr/signed-out.ts';
import { sites } from './fr/sites.ts';
import { staff } from './fr/staff.ts';
import { studio } from './fr/studio.ts';
import { system } from './fr/system.ts';
import { theme } from './fr/theme.ts';
import { timeline } from './fr/timeline.ts';
import { timetable } from './fr/timetable.ts';
import { today } from './fr/today.ts';
import { words } from './fr/words.ts';
import type { Texts } from './translate.ts';

/** The French catalogue. */
export const fr = {
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
