/**
 * An id that is the same on every start and sorts before every id made from the clock. Its last part is the kind
 * (1 sites, 2 staff, 3 clients, 4 schedules, 5 bookings, 6 saved cards, 7 plans, 8 packages, 9 payments, 10 content
 * entries, 11 media, 12 challenges, 13 goals, 14 assessments, 15 articles, 17 categories, 18 tags, 19 banners, 20
 * renditions and variants, 21 leaderboards, 22 awards, 23 grants, 24 check-ins, 25 metric entries, 26 video sessions,
 * 27 content types, 28 features, 29 sessions, 30 webhook endpoints, 31 deliveries, 32 events, 33 API keys, 34 OAuth
 * clients, 35 member links, 36 entries of the audit log, 37 sessions of staff, 40 saved
 * lists of clients, 41 changes of many clients, 42 kiosks, 43 invitations, 46 closed months, 47 discount codes, 48 households, 49 invitations to them, 60 to 67 bookings of the classes of today, 68 of tomorrow) and a number.
 */
export const demoId = (kind: number, number: number): string =>
  `01000000-0000-7000-8000-${String(kind * 100 + number).padStart(12, '0')}`;

/** The time (epoch ms) in generated ids of the demo studio, so that ids of later records are greater. */
export const DEMO_IDS_AT = 0x0100_0000_0000;

export const SITES = { downtown: demoId(1, 1), online: demoId(1, 2) } as const;

export const STAFF = {
  owner: demoId(2, 1),
  frontDesk: demoId(2, 2),
  ana: demoId(2, 3),
  ben: demoId(2, 4),
  lucia: demoId(2, 5),
  kenji: demoId(2, 6),
  noor: demoId(2, 7),
} as const;

/** The client of the ready line. */
export const MEMBER = demoId(3, 1);

/** Who is merged into the client of the ready line by the example. */
export const MERGED = demoId(3, 9);

export const CLIENT_LISTS = {
  atRisk: demoId(40, 1),
  newThisMonth: demoId(40, 2),
  ending: demoId(40, 3),
  owes: demoId(40, 4),
  noWaiver: demoId(40, 5),
} as const;

export const DISCOUNT_CODES = { welcome: demoId(47, 1) } as const;

/** A mother with her son, and the invitation of his father. */
export const HOUSEHOLDS = {
  silva: demoId(48, 1),
  parent: demoId(3, 7),
  child: demoId(3, 16),
  invitation: demoId(49, 1),
} as const;

/** The month before this one, at the site downtown. */
export const PAY_MONTHS = { first: demoId(46, 1) } as const;

export const CLIENT_CHANGES = { regulars: demoId(41, 1) } as const;

/** The last one has the class of today that begins next. */
export const SCHEDULES = {
  morningFlow: demoId(4, 1),
  strength: demoId(4, 2),
  stretch: demoId(4, 3),
  strengthToday: demoId(4, 4),
} as const;

export const PLANS = {
  tenClasses: demoId(7, 1),
  monthly: demoId(7, 2),
  dropIn: demoId(7, 3),
  membership: demoId(7, 4),
  intro: demoId(7, 5),
} as const;

/** Sold to the first, the second and the fourth client; and to the third, whose card does not pay for the renewal. */
export const PACKAGES = {
  tenClasses: demoId(8, 1),
  monthly: demoId(8, 2),
  frozen: demoId(8, 3),
  membership: demoId(8, 4),
} as const;
/** The last two were declined: a renewal, and the fee of a late cancellation. */
export const PAYMENTS = {
  tenClasses: demoId(9, 1),
  monthly: demoId(9, 2),
  frozen: demoId(9, 3),
  renewal: demoId(9, 4),
  fee: demoId(9, 5),
  justSold: demoId(9, 6),
  disputed: demoId(9, 7),
} as const;

export const BOARDS = { visits: demoId(21, 1), points: demoId(21, 2), minutes: demoId(21, 3) } as const;
/** The on-demand library: entries of every type, two of them metrics. */
export const ENTRIES = {
  morningFlow: demoId(10, 1),
  backSquat: demoId(10, 2),
  row: demoId(10, 3),
  firstWeek: demoId(10, 4),
  tenSquats: demoId(10, 5),
  breathing: demoId(10, 6),
  restDays: demoId(10, 7),
  greenBowl: demoId(10, 8),
  fitnessCheck: demoId(10, 9),
} as const;
export const MEDIA = {
  morningFlow: demoId(11, 1),
  tenSquats: demoId(11, 2),
  breathing: demoId(11, 3),
  greenBowl: demoId(11, 4),
  warmUp: demoId(11, 5),
} as const;
/** Yoga with Morning below it, and Strength. */
export const CATEGORIES = { yoga: demoId(17, 1), morning: demoId(17, 2), strength: demoId(17, 3) } as const;
export const TAGS = { noEquipment: demoId(18, 1), calm: demoId(18, 2) } as const;
export const BANNERS = { firstWeek: demoId(19, 1) } as const;
/** The HLS rendition of the squats, and a variant of the warm-up elsewhere. */
export const RENDITIONS = { tenSquats: demoId(20, 1) } as const;
export const VARIANTS = { warmUp: demoId(20, 2) } as const;
/** A type and a feature of the studio's own. */
export const TYPES = { playlist: demoId(27, 1) } as const;
export const FEATURES = { metricsAtHome: demoId(28, 1) } as const;
export const AWARDS = { firstSteps: demoId(22, 1), tenClasses: demoId(22, 2), helpingHand: demoId(22, 3) } as const;
/** The helping hand of the second client. */
export const GRANTS = { helpingHand: demoId(23, 1) } as const;
/** The latest of the client of the ready line. */
export const METRIC_ENTRIES = { row: demoId(25, 1) } as const;
/** A video that the client of the ready line is watching. */
export const VIDEO_SESSIONS = { open: demoId(26, 1) } as const;

/** A challenge in which the client of the ready line is enrolled, and what it has; one to enrol in, and a draft. */
export const CHALLENGES = { spring: demoId(12, 1), steps: demoId(12, 2), draft: demoId(12, 3) } as const;
export const GOALS = { walk: demoId(13, 1), sleep: demoId(13, 2) } as const;
/** The second one is submitted. */
export const ASSESSMENTS = { start: demoId(14, 1), habits: demoId(14, 2) } as const;
export const ARTICLES = { morningFlow: demoId(15, 1) } as const;

/** The saved card of the first client; cards of others: one without funds, one that pays, and one that was removed. */
export const METHODS = {
  visa: demoId(6, 1),
  empty: demoId(6, 2),
  full: demoId(6, 3),
  removed: demoId(6, 4),
  toConfirm: demoId(6, 5),
  toApprove: demoId(6, 6),
} as const;

/**
 * The session of the ready line, whose id is made by the demo studio's generator and stays the same on every start; and
 * a past and a coming one of the digital site. Those after that are of today, but for the last one.
 */
export const SESSIONS = {
  offered: '01000000-0000-705c-a113-543c0b5ea2fa',
  breathing: demoId(29, 1),
  handstand: demoId(29, 2),
  reformer: demoId(29, 3),
  lunchRide: demoId(29, 4),
  vinyasa: demoId(29, 5),
  eveningRide: demoId(29, 6),
  yin: demoId(29, 7),
  climbing: demoId(29, 8),
  mobility: demoId(29, 9),
  /** It cannot be booked yet. */
  dayOfRest: demoId(29, 10),
} as const;

/**
 * Future bookings: a confirmed one, one of the client of the ready line, and one on a waitlist. At the digital site:
 * a no-show with a fee, a confirmed one, and two that are offered a seat. The last two are of a class some days ago: canceled late, and attended.
 */
export const BOOKINGS = {
  confirmed: demoId(5, 21),
  ofMember: demoId(5, 23),
  waitlisted: demoId(5, 29),
  penalized: demoId(5, 51),
  online: demoId(5, 52),
  offeredToMember: demoId(5, 53),
  offered: demoId(5, 54),
  owed: demoId(5, 55),
  visited: demoId(5, 56),
} as const;

/** The first visit of the week. */
export const CHECKINS = { first: demoId(24, 1), refused: demoId(24, 2) } as const;

/** An endpoint, its delivery, and the event of that; an endpoint that was disabled, and one that fails. */
export const WEBHOOKS = { inbox: demoId(30, 1), disabled: demoId(30, 2), failing: demoId(30, 3) } as const;
/** Those that failed are numbered from 1 on, the earliest first. */
export const DELIVERIES = { first: demoId(31, 1), failed: (number: number): string => demoId(31, 1 + number) } as const;
export const EVENTS = { frozen: `evt_${demoId(32, 1)}` } as const;

/** The id of an event that has happened at the desk shortly before the sandbox starts: lists show it by the time in its id. */
export const recentEventId = (at: number, number: number): string => {
  const time = at.toString(16).padStart(12, '0');
  return `evt_${time.slice(0, 8)}-${time.slice(8)}${demoId(32, number).slice(13)}`;
};

/** What the id of such an event is like, whenever it happened, in SQL. */
export const recentEventLike = (number: number): string => `evt_________-____${demoId(32, number).slice(13)}`;

/** What the ids of all events of the making of the demo studio are like, in SQL. */
export const DEMO_EVENTS = `evt_________-____${demoId(32, 0).slice(13, -2)}__`;

/** Credentials that may do less than the key of every sandbox. */
export const KEYS = { website: demoId(33, 1) } as const;
export const OAUTH_CLIENTS = { reporting: demoId(34, 1) } as const;
/** The sign-in of the second client. */
export const MEMBER_LINKS = { second: demoId(35, 1) } as const;
export const KIOSKS = { door: demoId(42, 1) } as const;
export const STAFF_SESSIONS = { owner: demoId(37, 1) } as const;
/** The invitation of an instructor, for everyone to try. */
export const INVITATIONS = { ben: demoId(43, 1) } as const;

/** The confirmation of the member's booking. */
export const MESSAGES = { confirmation: demoId(44, 1) } as const;

/** Of the event that cannot be booked yet. */
export const REMINDERS = { dayOfRest: demoId(47, 1) } as const;
