/** Why a schema refuses a value. */
const OF_SCHEMAS = [
  'empty',
  'too_short',
  'too_long',
  'too_few',
  'too_many',
  'too_small',
  'too_large',
  'out_of_range',
  'not_a_number',
  'not_a_whole_number',
  'not_a_choice',
  'not_an_email',
  'not_a_url',
  'not_a_date',
  'not_a_time',
  'wrong_format',
  'wrong_type',
  'duplicate',
] as const;

/** Why a rule refuses a value that its schema allows. */
const OF_RULES = [
  'not_accepted',
  'not_agreed',
  'not_applicable',
  'not_both',
  'not_above_zero',
  'zero',
  'already_used',
  'itself',
  'contains_itself',
  'too_deep',
  'limit_reached',
  'too_much_data',
  'outside_limits',
  'end_before_start',
  'same_time',
  'in_the_past',
  'in_the_future',
  'before_1900',
  'too_late',
  'too_long_ago',
  'too_many_days',
  'too_many_periods',
  'no_dates',
  'date_twice',
  'already_over',
  'before_challenge',
  'after_challenge',
  'opens_after_start',
  'closes_after_end',
  'set_by_challenge',
  'of_another_challenge',
  'unpublished_challenge',
  'of_another_client',
  'of_another_class',
  'not_one_client',
  'needs_credits',
  'needs_limit',
  'needs_period',
  'needs_billing_day',
  'needs_card',
  'no_monthly_renewal',
  'not_started',
  'renewal_owed',
  'already_expired',
  'expired_by_then',
  'unlimited_pass',
  'no_pass_paid',
  'no_drop_in_price',
  'not_on_sale',
  'currency_differs',
  'more_than_price',
  'not_what_is_due',
  'nothing_to_pay',
  'sum_differs',
  'comp_is_free',
  'not_among_locations',
  'not_for_role',
  'owner_has_all',
  'public_scope_only',
  'reads_all_locations',
  'name_differs',
  'other_mode',
  'low_contrast',
  'not_a_language',
  'chapters_out_of_order',
  'after_the_end',
  'unclear_date',
  'unclear_name',
  'unclear_amount',
  'not_an_amount',
  'too_many_decimals',
  'which_currency',
  'unknown_word',
  'shortened_number',
  'wrong_cells',
  'row_twice',
  'contradiction',
  'kept_by_import',
  'not_explained',
] as const;

/** The reasons of `parameter_invalid`. The console has words for each. */
export const REASONS = [...OF_SCHEMAS, ...OF_RULES] as const;

type Reason = (typeof REASONS)[number];

type Least = { readonly min: number };
type Most = { readonly max: number };

/** The limits and other facts that the words of a reason name. */
interface Facts {
  too_short: Least;
  too_long: Most;
  too_few: Least;
  too_many: Most;
  too_small: Least;
  too_large: Most;
  out_of_range: Least & Most;
  too_deep: Most;
  limit_reached: Most;
  too_many_days: Most;
  currency_differs: { readonly currency: string };
  low_contrast: Least & { readonly contrast: string };
}

/** A reason that says everything. */
export type PlainReason = Exclude<Reason, keyof Facts>;

/** A reason, with the facts that its words name. */
export type Because =
  | { readonly reason: PlainReason; readonly format?: string }
  | { [Each in keyof Facts]: { readonly reason: Each } & Facts[Each] }[keyof Facts];
