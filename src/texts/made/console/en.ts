// Written by scripts/texts from the catalogues. Change those, and run it again.
import account from '../../en/console/account.json';
import awards from '../../en/console/awards.json';
import boards from '../../en/console/boards.json';
import booking from '../../en/console/booking.json';
import calendar from '../../en/console/calendar.json';
import cards from '../../en/console/cards.json';
import checkins from '../../en/console/checkins.json';
import classPage from '../../en/console/class-page.json';
import classTerms from '../../en/console/class-terms.json';
import client from '../../en/console/client.json';
import clients from '../../en/console/clients.json';
import codes from '../../en/console/codes.json';
import common from '../../en/console/common.json';
import content from '../../en/console/content.json';
import data from '../../en/console/data.json';
import demo from '../../en/console/demo.json';
import edit from '../../en/console/edit.json';
import engagement from '../../en/console/engagement.json';
import events from '../../en/console/events.json';
import fields from '../../en/console/fields.json';
import firstDay from '../../en/console/first-day.json';
import gate from '../../en/console/gate.json';
import household from '../../en/console/household.json';
import integrations from '../../en/console/integrations.json';
import keys from '../../en/console/keys.json';
import kiosk from '../../en/console/kiosk.json';
import kiosks from '../../en/console/kiosks.json';
import lists from '../../en/console/lists.json';
import mailBlocks from '../../en/console/mail-blocks.json';
import mails from '../../en/console/mails.json';
import members from '../../en/console/members.json';
import membership from '../../en/console/membership.json';
import merge from '../../en/console/merge.json';
import palette from '../../en/console/palette.json';
import parts from '../../en/console/parts.json';
import password from '../../en/console/password.json';
import payment from '../../en/console/payment.json';
import payments from '../../en/console/payments.json';
import plans from '../../en/console/plans.json';
import progress from '../../en/console/progress.json';
import reports from '../../en/console/reports.json';
import rights from '../../en/console/rights.json';
import sell from '../../en/console/sell.json';
import services from '../../en/console/services.json';
import session from '../../en/console/session.json';
import sessionFirst from '../../en/console/session-first.json';
import settings from '../../en/console/settings.json';
import setup from '../../en/console/setup.json';
import shell from '../../en/console/shell.json';
import signed from '../../en/console/signed.json';
import signedOut from '../../en/console/signed-out.json';
import sites from '../../en/console/sites.json';
import staff from '../../en/console/staff.json';
import studio from '../../en/console/studio.json';
import system from '../../en/console/system.json';
import theme from '../../en/console/theme.json';
import timeline from '../../en/console/timeline.json';
import timetable from '../../en/console/timetable.json';
import today from '../../en/console/today.json';
import typed from '../../en/console/typed.json';
import words from '../../en/console/words.json';

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
