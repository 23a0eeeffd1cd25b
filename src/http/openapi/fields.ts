import { isNode, type Node } from './json.ts';

/**
 * What fields mean whose own schema does not say it: mostly fields of events. They mean the same everywhere. Names that say it
 * all, such as `firstName`, are left out.
 */
const MEANINGS: Readonly<Record<string, string>> = {
  achieved: 'Whether the goal is achieved.',
  activatedAt: 'When it was activated.',
  additionalInstructorIds: 'The ids of further instructors.',
  affectedBookings: 'How many bookings were cancelled with it.',
  amount: 'The amount in the smallest unit of the currency.',
  amountRefunded: 'What has been refunded in all, in the smallest unit of the currency.',
  apiVersion: 'The version of the envelope.',
  archivedAt: 'When it was archived.',
  attempt: 'Which attempt this was; the first is 1.',
  attendedCount: 'How many came.',
  availableSpots: 'The free seats; null without a capacity.',
  barcode: 'The barcode of the client.',
  bookedCount: 'The seats that are taken.',
  bookingSource: 'How the booking is paid.',
  bytes: 'The size in bytes.',
  cancelledAt: 'When it was cancelled.',
  cancelledBy: 'Who cancelled it.',
  cancelReason: 'Why it was cancelled.',
  capacity: 'The number of seats; null for no limit.',
  changes: 'The fields that changed, with their new values.',
  chargeId: 'The id of the charge at the card processor.',
  check: 'What was checked.',
  checkedInAt: 'When the client checked in.',
  checkinId: 'The id of the check-in.',
  checkInMessage: 'What the desk is told.',
  checkInStatus: 'Whether the check-in is valid.',
  checkInTime: 'When the client checked in.',
  clientID: 'The id of the client.',
  consecutiveFailures: 'Events in a row that failed all attempts.',
  contentMediaId: 'The id of the media.',
  country: 'The country, as an ISO 3166 code of two letters.',
  created: 'How many were created.',
  createdByStaffId: 'The id of the staff member who created it; null for another caller.',
  creditOutcome: 'What happened to the credit.',
  creditsRemaining: 'The credits that are left; null for no limit.',
  creditsTotal: 'The credits of the package; null for no limit.',
  currency: 'The currency, as an ISO 4217 code.',
  customProperties: 'Values of your own by name.',
  data: 'The data.',
  defaultSiteId: "The id of the brand's default site.",
  delta: 'By how many the credits changed.',
  earnedAt: 'When it was earned.',
  effectiveFrom: 'The first local date that changed.',
  endsAt: 'When it ends.',
  endTime: 'When it ends.',
  eventId: 'The id of the event.',
  expiresAt: 'When it expires; null for never.',
  externalId: 'The id of the record in your own system.',
  failureCode: 'Why it failed; null if it did not.',
  family: 'The kind of records.',
  file: 'The name of the file.',
  finalRank: 'The rank at the end; the best is 1.',
  fobNumber: 'The number of the fob.',
  freeCancelUntil: 'Until when cancelling costs nothing.',
  group: 'Which group of settings changed.',
  homeLocationId: "The id of the client's own site.",
  isDefault: 'Whether it is the default.',
  isLateCancel: 'Whether it was cancelled too late.',
  isSubstitute: 'Whether the instructor stands in for another.',
  last4: 'The last four digits of the card.',
  lastGoodAt: 'When it last succeeded; null for never.',
  length: 'The length of the streak.',
  livemode: 'Always true.',
  locationId: 'The id of the site.',
  locationIds: 'The ids of the sites.',
  nextRenewalAt: 'When it is renewed next; null for never.',
  noShowAt: 'When the client was marked as not having come.',
  noShowCount: 'How many did not come.',
  offerExpiresAt: 'Until when the offer can be accepted.',
  originalInstructorId: 'The id of the instructor who was planned; null if nobody stands in.',
  packageID: 'The id of the package.',
  packageName: 'The name of the package.',
  packageType: 'The kind of package.',
  paymentMethod: 'How it is paid.',
  penaltyAmount: 'The penalty in the smallest unit of the currency.',
  points: 'The points for this.',
  pointsTotal: 'All points in the challenge.',
  previous: 'The fields that changed, with their values before.',
  previousBest: 'The best value before; null for the first.',
  previousInstructorId: 'The id of the instructor before.',
  previousStatus: 'The status before.',
  primarySiteId: 'The id of the site where this person works most.',
  purpose: 'What it is paid for.',
  rank: 'The rank; the best is 1.',
  reason: 'Why.',
  referenceId: 'The id of what the item is for.',
  referredByClientId: 'The id of the client who recommended the studio.',
  rows: 'How many rows it has.',
  sessionID: 'The id of the session.',
  SessionInstructor: 'The name of the instructor.',
  sessionName: 'The name of the session.',
  sessionsCancelled: 'How many sessions were cancelled.',
  sessionsCreated: 'How many sessions were created.',
  sessionStartTime: 'When the session starts.',
  sessionsUpdated: 'How many sessions were changed.',
  sessionType: 'The kind of session.',
  siteID: 'The id of the site.',
  source: 'How it came in.',
  staffId: 'The id of the staff member.',
  startsAt: 'When it starts.',
  startTime: 'When it starts.',
  status: 'The status.',
  statusCode: 'Why it is valid or not.',
  target: 'Where the copy is; null for the folder of the backups.',
  threshold: 'The number that was reached.',
  type: 'Which kind it is.',
  typeId: 'The id of the content type.',
  unit: 'The unit of the value.',
  updated: 'How many were changed.',
  value: 'The value.',
  waitlistPosition: 'The place in the waiting list; the first is 1.',
  waivedByStaffId: 'The id of the staff member who waived it; null if nobody did.',
  watchedSeconds: 'The seconds that were watched.',
  webhookId: 'The id of the webhook endpoint.',
  winners: 'Those with the first ranks.',
};

const wordsOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();

/** `contentEntryId` -> `The id of the content entry.`, `tagIds` -> `The ids of the tags.`; undefined for other names. */
export const idMeaning = (name: string): string | undefined => {
  if (name.endsWith('Ids')) return `The ids of the ${wordsOf(name.slice(0, -3)).replace(/y$/, 'ie')}s.`;
  return name.endsWith('Id') ? `The id of the ${wordsOf(name.slice(0, -2))}.` : undefined;
};

const meaningOf = (name: string): string | undefined => MEANINGS[name] ?? idMeaning(name);

/** The properties of a schema, with the meaning of those that do not say it themselves. */
export const withMeanings = (properties: Node): Node =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      if (!isNode(property) || property.description !== undefined || property.$ref !== undefined)
        return [name, property];
      const description = meaningOf(name);
      return [name, description === undefined ? property : { ...property, description }];
    }),
  );
