// Written by scripts/texts from the catalogues. Change those, and run it again.
import account from '../../fr/console/account.json';
import awards from '../../fr/console/awards.json';
import boards from '../../fr/console/boards.json';
import booking from '../../fr/console/booking.json';
import calendar from '../../fr/console/calendar.json';
import cards from '../../fr/console/cards.json';
import checkins from '../../fr/console/checkins.json';
import classPage from '../../fr/console/class-page.json';
import classTerms from '../../fr/console/class-terms.json';
import client from '../../fr/console/client.json';
import clients from '../../fr/console/clients.json';
import codes from '../../fr/console/codes.json';
import common from '../../fr/console/common.json';
import content from '../../fr/console/content.json';
import data from '../../fr/console/data.json';
import demo from '../../fr/console/demo.json';
import edit from '../../fr/console/edit.json';
import engagement from '../../fr/console/engagement.json';
import events from '../../fr/console/events.json';
import fields from '../../fr/console/fields.json';
import firstDay from '../../fr/console/first-day.json';
import gate from '../../fr/console/gate.json';
import household from '../../fr/console/household.json';
import integrations from '../../fr/console/integrations.json';
import keys from '../../fr/console/keys.json';
import kiosk from '../../fr/console/kiosk.json';
import kiosks from '../../fr/console/kiosks.json';
import lists from '../../fr/console/lists.json';
import mailBlocks from '../../fr/console/mail-blocks.json';
import mails from '../../fr/console/mails.json';
import members from '../../fr/console/members.json';
import membership from '../../fr/console/membership.json';
import merge from '../../fr/console/merge.json';
import palette from '../../fr/console/palette.json';
import parts from '../../fr/console/parts.json';
import password from '../../fr/console/password.json';
import payment from '../../fr/console/payment.json';
import payments from '../../fr/console/payments.json';
import plans from '../../fr/console/plans.json';
import progress from '../../fr/console/progress.json';
import reports from '../../fr/console/reports.json';
import rights from '../../fr/console/rights.json';
import sell from '../../fr/console/sell.json';
import services from '../../fr/console/services.json';
import session from '../../fr/console/session.json';
import sessionFirst from '../../fr/console/session-first.json';
import settings from '../../fr/console/settings.json';
import setup from '../../fr/console/setup.json';
import shell from '../../fr/console/shell.json';
import signed from '../../fr/console/signed.json';
import signedOut from '../../fr/console/signed-out.json';
import sites from '../../fr/console/sites.json';
import staff from '../../fr/console/staff.json';
import studio from '../../fr/console/studio.json';
import system from '../../fr/console/system.json';
import theme from '../../fr/console/theme.json';
import timeline from '../../fr/console/timeline.json';
import timetable from '../../fr/console/timetable.json';
import today from '../../fr/console/today.json';
import typed from '../../fr/console/typed.json';
import words from '../../fr/console/words.json';

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
