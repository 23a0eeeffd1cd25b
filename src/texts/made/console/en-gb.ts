// Written by scripts/texts from the catalogues. Change those, and run it again.
import account from '../../en-GB/console/account.json';
import booking from '../../en-GB/console/booking.json';
import calendar from '../../en-GB/console/calendar.json';
import client from '../../en-GB/console/client.json';
import content from '../../en-GB/console/content.json';
import data from '../../en-GB/console/data.json';
import demo from '../../en-GB/console/demo.json';
import engagement from '../../en-GB/console/engagement.json';
import events from '../../en-GB/console/events.json';
import fields from '../../en-GB/console/fields.json';
import firstDay from '../../en-GB/console/first-day.json';
import integrations from '../../en-GB/console/integrations.json';
import mails from '../../en-GB/console/mails.json';
import members from '../../en-GB/console/members.json';
import membership from '../../en-GB/console/membership.json';
import merge from '../../en-GB/console/merge.json';
import rights from '../../en-GB/console/rights.json';
import sell from '../../en-GB/console/sell.json';
import session from '../../en-GB/console/session.json';
import sessionFirst from '../../en-GB/console/session-first.json';
import setup from '../../en-GB/console/setup.json';
import shell from '../../en-GB/console/shell.json';
import sites from '../../en-GB/console/sites.json';
import staff from '../../en-GB/console/staff.json';
import system from '../../en-GB/console/system.json';
import theme from '../../en-GB/console/theme.json';
import timeline from '../../en-GB/console/timeline.json';
import timetable from '../../en-GB/console/timetable.json';
import today from '../../en-GB/console/today.json';

export const texts = {
  account,
  booking,
  calendar,
  client,
  content,
  data,
  demo,
  engagement,
  events,
  fields,
  firstDay,
  integrations,
  mails,
  members,
  membership,
  merge,
  rights,
  sell,
  session: { ...sessionFirst, ...session },
  setup,
  shell,
  sites,
  staff,
  system,
  theme,
  timeline,
  timetable,
  today,
};
