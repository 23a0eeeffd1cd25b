import { account } from './en/account.ts';
import { awards } from './en/awards.ts';
import { boards } from './en/boards.ts';
import { booking } from './en/booking.ts';
import { calendar } from './en/calendar.ts';
import { cards } from './en/cards.ts';
import { checkins } from './en/checkins.ts';
import { classPage } from './en/class-page.ts';
import { classTerms } from './en/class-terms.ts';
import { client } from './en/client.ts';
import { clients } from './en/clients.ts';
import { codes } from './en/codes.ts';
import { content } from './en/content.ts';
import { data } from './en/data.ts';
import { demo } from './en/demo.ts';
import { edit } from './en/edit.ts';
import { engagement } from './en/engagement.ts';
import { events } from './en/events.ts';
import { fields } from './en/fields.ts';
import { firstDay } from './en/first-day.ts';
import { gate } from './en/gate.ts';
import { integrations } from './en/integrations.ts';
import { keys } from './en/keys.ts';
import { kiosk } from './en/kiosk.ts';
import { kiosks } from './en/kiosks.ts';
import { laterWords } from './en/later-words.ts';
import { lists } from './en/lists.ts';
import { mails } from './en/mails.ts';
import { members } from './en/members.ts';
import { membership } from './en/membership.ts';
import { merge } from './en/merge.ts';
import { palette } from './en/palette.ts';
import { parts } from './en/parts.ts';
import { password } from './en/password.ts';
import { payment } from './en/payment.ts';
import { payments } from './en/payments.ts';
import { plans } from './en/plans.ts';
import { progress } from './en/progress.ts';
import { reports } from './en/reports.ts';
import { rights } from './en/rights.ts';
import { sell } from './en/sell.ts';
import { session } from './en/session.ts';
import { settings } from './en/settings.ts';
import { setup } from './en/setup.ts';
import { shell } from './en/shell.ts';
import { signed } from './en/signed.ts';
import { signedOut } from './en/signed-out.ts';
import { sites } from './en/sites.ts';
import { staff } from './en/staff.ts';
import { studio } from './en/studio.ts';
import { system } from './en/system.ts';
import { theme } from './en/theme.ts';
import { timeline } from './en/timeline.ts';
import { timetable } from './en/timetable.ts';
import { today } from './en/today.ts';
import { words } from './en/words.ts';

/** The English catalogue. It decides which texts there are. */
export const en = {
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
};
