/** What the first visit of a client raises last: a week and a day with a visit, and the milestone of one visit. */
export const FIRST_VISIT = ['streak.extended', 'streak.extended', 'milestone.reached'] as const;
