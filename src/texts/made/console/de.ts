// Written by scripts/texts from the catalogues. Change those, and run it again.
import account from '../../de/console/account.json';
import awards from '../../de/console/awards.json';
import boards from '../../de/console/boards.json';
import booking from '../../de/console/booking.json';
import calendar from '../../de/console/calendar.json';
import cards from '../../de/console/cards.json';
import checkins from '../../de/console/checkins.json';
import classPage from '../../de/console/class-page.json';
import classTerms from '../../de/console/class-terms.json';
import client from '../../de/console/client.json';
import clients from '../../de/console/clients.json';
import codes from '../../de/console/codes.json';
import common from '../../de/console/common.json';
import content from '../../de/console/content.json';
import data from '../../de/console/data.json';
import demo from '../../de/console/demo.json';
import edit from '../../de/console/edit.json';
import engagement from '../../de/console/engagement.json';
import events from '../../de/console/events.json';
import fields from '../../de/console/fields.json';
import firstDay from '../../de/console/first-day.json';
import gate from '../../de/console/gate.json';
import household from '../../de/console/household.json';
import integrations from '../../de/console/integrations.json';
import keys from '../../de/console/keys.json';
import kiosk from '../../de/console/kiosk.json';
import kiosks from '../../de/console/kiosks.json';
import lists from '../../de/console/lists.json';
import mailBlocks from '../../de/console/mail-blocks.json';
import mails from '../../de/console/mails.json';
import members from '../../de/console/members.json';
import membership from '../../de/console/membership.json';
import merge from '../../de/console/merge.json';
import palette from '../../de/console/palette.json';
import parts from '../../de/console/parts.json';
import password from '../../de/console/password.json';
import payment from '../../de/console/payment.json';
import payments from '../../de/console/payments.json';
import plans from '../../de/console/plans.json';
import progress from '../../de/console/progress.json';
import reports from '../../de/console/reports.json';
import rights from '../../de/console/rights.json';
import sell from '../../de/console/sell.json';
import services from '../../de/console/services.json';
import session from '../../de/console/session.json';
import sessionFirst from '../../de/console/session-first.json';
import settings from '../../de/console/settings.json';
import setup from '../../de/console/setup.json';
import shell from '../../de/console/shell.json';
import signed from '../../de/console/signed.json';
import signedOut from '../../de/console/signed-out.json';
import sites from '../../de/console/sites.json';
import staff from '../../de/console/staff.json';
import studio from '../../de/console/studio.json';
import system from '../../de/console/system.json';
import theme from '../../de/console/theme.json';
import timeline from '../../de/console/timeline.json';
import timetable from '../../de/console/timetable.json';
import today from '../../de/console/today.json';
import typed from '../../de/console/typed.json';
import words from '../../de/console/words.json';

export const texts = {
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
  common,
  content,
  data,
  demo,
  edit,
  engagement,
  events,
  fields,
  firstDay,
  gate,
  household,
  integrations,
  keys,
  kiosk,
  kiosks,
  lists,
  mailBlocks,
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
  services,
  session: { ...sessionFirst, ...session },
  settings,
  setup,
  shell,
  signedOut,
  signed,
  sites,
  staff,
  studio,
  system,
  theme,
  timeline,
  timetable,
  today,
  typed,
  words,
};
