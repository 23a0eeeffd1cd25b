import { account } from './de/account.ts';
import { awards } from './de/awards.ts';
import { boards } from './de/boards.ts';
import { booking } from './de/booking.ts';
import { calendar } from './de/calendar.ts';
import { cards } from './de/cards.ts';
import { checkins } from './de/checkins.ts';
import { classPage } from './de/class-page.ts';
import { classTerms } from './de/class-terms.ts';
import { client } from './de/client.ts';
import { clients } from './de/clients.ts';
import { codes } from './de/codes.ts';
import { content } from './de/content.ts';
import { data } from './de/data.ts';
import { demo } from './de/demo.ts';
import { edit } from './de/edit.ts';
import { engagement } from './de/engagement.ts';
import { events } from './de/events.ts';
import { fields } from './de/fields.ts';
import { firstDay } from './de/first-day.ts';
import { gate } from './de/gate.ts';
import { integrations } from './de/integrations.ts';
import { keys } from './de/keys.ts';
import { kiosk } from './de/kiosk.ts';
import { kiosks } from './de/kiosks.ts';
import { laterWords } from './de/later-words.ts';
import { lists } from './de/lists.ts';
import { mails } from './de/mails.ts';
import { members } from './de/members.ts';
import { membership } from './de/membership.ts';
import { merge } from './de/merge.ts';
import { palette } from './de/palette.ts';
import { parts } from './de/parts.ts';
import { password } from './de/password.ts';
import { payment } from './de/payment.ts';
import { payments } from './de/payments.ts';
import { plans } from './de/plans.ts';
import { progress } from './de/progress.ts';
import { reports } from './de/reports.ts';
import { rights } from './de/rights.ts';
import { sell } from './de/sell.ts';
import { session } from './de/session.ts';
import { settings } from './de/settings.ts';
import { setup } from './de/setup.ts';
import { shell } from './de/shell.ts';
import { signed } from './de/signed.ts';
import { signedOut } from './de/signed-out.ts';
import { sites } from './de/sites.ts';
import { staff } from './de/staff.ts';
import { studio } from './de/studio.ts';
import { system } from './de/system.ts';
import { theme } from './de/theme.ts';
import { timeline } from './de/timeline.ts';
import { timetable } from './de/timetable.ts';
import { today } from './de/today.ts';
import { words } from './de/words.ts';
import type { Texts } from './translate.ts';

/** The German catalogue. */
export const de = {
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
