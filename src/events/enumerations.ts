// The enumerations that events carry. Schemas and columns use these values; events write them in UPPER_SNAKE.

/** What is checked of backups: each one, the restore of one for a test, and its copy at a target. */
export const BACKUP_CHECKS = ['backup', 'restore_test', 'copy'] as const;
export const BOOKING_STATUSES = ['confirmed', 'waitlisted', 'cancelled', 'attended', 'noshow'] as const;
/** What extends the contract. */
export const OWN_BOOKING_SOURCES = ['guest'] as const;
export const BOOKING_SOURCES = ['credit', 'unlimited', 'drop_in', 'comp', 'unpaid', ...OWN_BOOKING_SOURCES] as const;
export const CANCELLED_BY = ['client', 'staff', 'system', 'api'] as const;
export const CREDIT_OUTCOMES = ['not_applicable', 'held', 'consumed', 'restored', 'forfeited'] as const;
export const PENALTY_TYPES = ['late_cancel', 'no_show'] as const;
export const CLIENT_STATUSES = ['lead', 'active', 'inactive', 'suspended', 'archived'] as const;
export const HOUSEHOLD_ROLES = ['adult', 'dependant'] as const;
export const HOUSEHOLD_ENDS = ['left', 'dissolved', 'erased', 'merged'] as const;
export const LEADERBOARD_VISIBILITIES = ['visible', 'initials', 'hidden'] as const;
export const PACKAGE_TYPES = ['credit_pack', 'unlimited', 'limited_membership', 'trial', 'drop_in'] as const;
export const PACKAGE_STATUSES = ['active', 'expired', 'depleted', 'cancelled'] as const;
export const LEDGER_REASONS = [
  'purchase',
  'booking',
  'cancel_restore',
  'late_forfeit',
  'no_show',
  'adjustment',
  'expiry',
  'refund',
] as const;
export const PAYMENT_STATUSES = ['pending', 'completed', 'failed', 'refunded', 'partially_refunded'] as const;
export const PAYMENT_METHODS = ['card', 'cash', 'external', 'account_credit', 'comp'] as const;
export const PAYMENT_PURPOSES = [
  'package',
  'membership_renewal',
  'drop_in',
  'late_cancel_fee',
  'no_show_fee',
  'product',
  'other',
] as const;
export const CHECKIN_SOURCES = ['api', 'kiosk', 'staff', 'member_app', 'access_control'] as const;
export const CHECKIN_STATUSES = ['valid', 'invalid'] as const;
export const CHECKIN_CODES = [
  'ok',
  'no_active_package',
  'expired',
  'suspended',
  'arrears',
  'wrong_location',
  'outside_window',
  'undone',
] as const;
export const STAFF_ROLES = ['owner', 'manager', 'front_desk', 'instructor'] as const;
export const STAFF_STATUSES = ['active', 'inactive', 'suspended'] as const;
/** The families that can be imported, in the order in which they refer to one another. */
export const IMPORT_FAMILIES = [
  'sites',
  'settings',
  'staff',
  'plans',
  'discount_codes',
  'schedules',
  'sessions',
  'content_types',
  'content_categories',
  'content_tags',
  'content_entries',
  'media',
  'content_banners',
  'content_features',
  'clients',
  'households',
  'agreements',
  'member_links',
  'payment_methods',
  'packages',
  'bookings',
  'payments',
  'checkins',
  'content_statuses',
  'challenges',
  'challenge_goals',
  'challenge_assessments',
  'challenge_articles',
  'metric_entries',
  'facts',
  'challenge_enrollments',
  'challenge_goal_entries',
  'leaderboards',
  'leaderboard_scores',
  'awards',
  'award_grants',
  'streaks',
] as const;
export const STREAK_TYPES = ['weekly_attendance', 'daily_activity', 'video'] as const;
export const MILESTONE_TYPES = ['visits', 'minutes', 'anniversary'] as const;
export const SETTINGS_GROUPS = ['booking', 'payment', 'notification', 'membership', 'brand'] as const;
