/** A turn that texts do not have, and what to write instead. */
export interface Banned {
  readonly turn: RegExp;
  readonly instead: string;
}

/** Turns that no English has that people read: texts, messages of the API, descriptions, the documentation. */
export const BANNED_ENGLISH: readonly Banned[] = [
  { turn: /\b(?:by|of) itself\b/i, instead: 'write "automatically"' },
  { turn: /\bat once\b(?! a| for)/i, instead: 'write "right away", "immediately" or "at the same time"' },
  { turn: /\bany more\b(?! \w+s\b)/i, instead: 'write "no longer"' },
  { turn: /\b(?:some|no|any|every)body\b/i, instead: 'name the person: "someone", "no one", "a client", "anyone"' },
  { turn: /\bmends?\b|\bmended\b/i, instead: 'write "fix"' },
  { turn: /(?:^|[.:] )Who (?:has|is|wants|enables|pays it)\b[^?]*$/, instead: 'write "anyone who" or name the person' },
  {
    turn: /\b(?:for|only|to|of|by|from) who (?:has|have|is|are|wants|may|can|does)\b/i,
    instead: 'write "anyone who" or name the person',
  },
  {
    turn: /\b[Ss]ay (?:the|its|what|when|why|how|which|for)\b/,
    instead: 'write "enter" for a field, "choose" for a list',
  },
  { turn: /\bis (?:added|saved|removed|made)\.$/, instead: 'say what happened: "Photo removed."' },
  { turn: /\bmost times\b/i, instead: 'write "limit" or "maximum"' },
];

/** Further turns that descriptions of the API do not have. */
export const BANNED_IN_API: readonly Banned[] = [
  { turn: /!|\b(?:please|oops|successfully)\b/i, instead: 'say plainly what happens' },
  { turn: /\bmails\b|\b(?:a|the|by|each|no) mail\b(?! server)/i, instead: 'write "email" or "emails"' },
  { turn: /\bwaiting lists?\b/i, instead: 'write "waitlist"' },
  { turn: /\bstrangers?\b/i, instead: 'write "visitors"' },
  { turn: /\bseats?\b/i, instead: 'write "spot"; for a setting "capacity"' },
  { turn: /\btimetables?\b/i, instead: 'write "schedule"' },
  { turn: /\b(?:told|tells? (?:the|who|whom|people))\b/i, instead: 'write "notified", "says" or "shows"' },
  {
    turn: /(?:^|[.:;] )(?:Until|From|Since) when\b/,
    instead: 'write "Time until which", "Time from which", "Time at which"',
  },
  { turn: /^When (?:it|the|he|she|they|this|that)\b[^,:]*$/, instead: 'write "Time at which ..."' },
  { turn: /\bin minor units\b/i, instead: 'write "in the smallest currency unit"' },
  {
    turn: /(?<!\.)\b(?:colour|favourite|catalogue|programme|enrol(?:ment|s)?|cancelled|cancelling)\b/i,
    instead: 'spell it as in the US',
  },
  { turn: /(?<![\w.'{-])ids?\b(?!['\w}])/, instead: 'write "ID", or the name of the field as code' },
];

/** By language, for the catalogues. */
export const BANNED: Readonly<Record<string, readonly Banned[]>> = {
  en: [
    ...BANNED_ENGLISH,
    { turn: /!|\b(?:please|oops|successfully|entity|record)\b/i, instead: 'say plainly what happened' },
    { turn: /\b[Mm]ails?\b/, instead: 'write "email" or "emails"' },
    { turn: /\bwaiting lists?\b/i, instead: 'write "waitlist"' },
    { turn: /\bacts\b/, instead: 'write "actions"' },
    { turn: /\bstrangers?\b/i, instead: 'write "visitors"' },
    { turn: /\bseats?\b/i, instead: 'write "spot"; for a setting "capacity"' },
  ],
  de: [
    { turn: /\bvon (?:selbst|allein)\b/i, instead: '„automatisch“' },
    { turn: /\bbraucht einen Blick\b/i, instead: '„ist zu prüfen“' },
    { turn: /(?:^|[.:] )Sagen Sie\b/, instead: '„Geben Sie … an“ oder „ein“' },
    { turn: /\bHaftungserklärung/i, instead: '„Haftungsausschluss“' },
  ],
  es: [
    { turn: /(?:^|[.:] )Di (?!á)/, instead: '«Indica»' },
    { turn: /\bnecesita una mirada\b/i, instead: '«hay que revisar»' },
    { turn: /\bperíodo/i, instead: '«periodo»' },
    { turn: /\bmiembros?\b/i, instead: '«socio»' },
  ],
  fr: [
    { turn: /\btoute? seule?s?\b/i, instead: '« automatiquement »' },
    {
      turn: /[^\u00A0\u202F]? [:;?!»]|« /,
      instead: 'espace insécable fine (U+202F) avant : ; ? ! et dans les guillemets',
    },
    { turn: /\p{L}'\p{L}/u, instead: 'apostrophe typographique (’)' },
  ],
};
