/**
 * Where clocks have 12 hours, by language and country: the time data of CLDR 48. Each browser has its own, so that the same page
 * would say 5:42 PM in one and 17:42 in another.
 */

/** Languages that write 12 hours wherever they are spoken. */
const TWELVE = new Set('am ar bn el fil gu hi km kn ko ml mr ms or pa sd so sq ta te ur'.split(' '));

/** English has 12 hours except in these countries. */
const ENGLISH_24 =
  'AI AT BE BI BW BZ CC CH CK CM CX CZ DE DK EE ES FI FK FR GB GE GG GI GS HU ID IE IL IM IO IT JE JP KE LT LV MG MS MT MU MV NF NG NL NO NR NU PL PN PT RO RW SC SE SH SI SK SX TK TV TZ UA UG ZA ZW'.split(
    ' ',
  );

/** Other languages have 24 hours except in these countries. */
const OTHERS_12: Readonly<Record<string, readonly string[]>> = {
  es: '419 AR BO CL CO CR CU DO EC GT HN MX NI PA PE PH PR PY SV US UY VE'.split(' '),
  fr: 'DJ DZ MR SY TD TN VU'.split(' '),
  pt: ['MO'],
  zh: 'HK MO MY SG TW'.split(' '),
};

/** Whether a locale writes times by 12 hours. What it says itself (`-u-hc-h23`) holds. */
export const has12Hours = (locale: string): boolean => {
  const { language, region, hourCycle } = new Intl.Locale(locale);
  if (hourCycle !== undefined) return hourCycle === 'h12' || hourCycle === 'h11';
  if (language === 'en') return region !== '150' && !ENGLISH_24.includes(region ?? 'US');
  return TWELVE.has(language) || (OTHERS_12[language]?.includes(region ?? '') ?? false);
};

/** How a locale writes the hour of a time. */
export const hourOf = (locale: string): { readonly hour: 'numeric' | '2-digit'; readonly hourCycle: 'h12' | 'h23' } =>
  has12Hours(locale) ? { hour: 'numeric', hourCycle: 'h12' } : { hour: '2-digit', hourCycle: 'h23' };
