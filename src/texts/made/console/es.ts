// Written by scripts/texts from the catalogues. Change those, and run it again.
import account from '../../es/console/account.json';
import awards from '../../es/console/awards.json';
import boards from '../../es/console/boards.json';
import booking from '../../es/console/booking.json';
import calendar from '../../es/console/calendar.json';
import cards from '../../es/console/cards.json';
import checkins from '../../es/console/checkins.json';
import classPage from '../../es/console/class-page.json';
import classTerms from '../../es/console/class-terms.json';
import client from '../../es/console/client.json';
import clients from '../../es/console/clients.json';
import codes from '../../es/console/codes.json';
import common from '../../es/console/common.json';
import content from '../../es/console/content.json';
import data from '../../es/console/data.json';
import demo from '../../es/console/demo.json';
import edit from '../../es/console/edit.json';
import engagement from '../../es/console/engagement.json';
import events from '../../es/console/events.json';
import fields from '../../es/console/fields.json';
import firstDay from '../../es/console/first-day.json';
import gate from '../../es/console/gate.json';
import household from '../../es/console/household.json';
import integrations from '../../es/console/integrations.json';
import keys from '../../es/console/keys.json';
import kiosk from '../../es/console/kiosk.json';
import kiosks from '../../es/console/kiosks.json';
import lists from '../../es/console/lists.json';
import mailBlocks from '../../es/console/mail-blocks.json';
import mails from '../../es/console/mails.json';
import members from '../../es/console/members.json';
import membership from '../../es/console/membership.json';
import merge from '../../es/console/merge.json';
import palette from '../../es/console/palette.json';
import parts from '../../es/console/parts.json';
import password from '../../es/console/password.json';
import payment from '../../es/console/payment.json';
import payments from '../../es/console/payments.json';
import plans from '../../es/console/plans.json';
import progress from '../../es/console/progress.json';
import reports from '../../es/console/reports.json';
import rights from '../../es/console/rights.json';
import sell from '../../es/console/sell.json';
import services from '../../es/console/services.json';
import session from '../../es/console/session.json';
import sessionFirst from '../../es/console/session-first.json';
import settings from '../../es/console/settings.json';
import setup from '../../es/console/setup.json';
import shell from '../../es/console/shell.json';
import signed from '../../es/console/signed.json';
import signedOut from '../../es/console/signed-out.json';
import sites from '../../es/console/sites.json';
import staff from '../../es/console/staff.json';
import studio from '../../es/console/studio.json';
import system from '../../es/console/system.json';
import theme from '../../es/console/theme.json';
import timeline from '../../es/console/timeline.json';
import timetable from '../../es/console/timetable.json';
import today from '../../es/console/today.json';
import typed from '../../es/console/typed.json';
import words from '../../es/console/words.json';

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
