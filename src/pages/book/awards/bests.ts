import { type Html, html } from '../../../kernel/html.ts';
import type { MetricEntryResponse } from '../../../resources/metrics/record.ts';
import type { MetricResponse, PersonalBestResponse } from '../../../resources/metrics/shapes.ts';
import { readable } from '../../../resources/metrics/shares.ts';
import { numberText } from '../challenges/words.ts';
import { NEXT } from '../icons.ts';
import type { BookContext } from '../layout.ts';
import type { MemberVisit } from '../visit.ts';

export type Metric = Omit<MetricResponse, 'latest'> & { readonly latest: MetricEntryResponse | null };

interface Measured {
  readonly value: number;
  readonly unit: string;
  readonly reps?: number | null;
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3600 };

/** 8:30, or 1:02:05, of a time in a unit; undefined for what is no time. */
const clockText = (value: number, unit: string): string | undefined => {
  const each = SECONDS[unit];
  if (each === undefined) return undefined;
  const total = Math.round(value * each);
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const two = (part: number): string => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
};

/** A result with its unit: 5 × 90 kg, 8:30 min, 42 %. */
export const resultText = (context: Pick<BookContext, 'locale'>, { value, unit, reps = null }: Measured): string => {
  const number = numberText(context, readable(value));
  const clock = clockText(value, unit);
  const measured = clock ?? (unit === 'percent' ? `${number} %` : unit === 'count' ? number : `${number} ${unit}`);
  return reps === null ? measured : `${reps} × ${measured}`;
};

const bestOf = ({ t, locale }: BookContext, best: PersonalBestResponse | null): string | undefined =>
  best === null ? undefined : t('challenges.best', { value: resultText({ locale }, best) });

const line = ({ context }: MemberVisit, { contentEntryId, name, entryCount, personalBest }: Metric): Html => {
  const { t } = context;
  return html`<li><a href="/book/me/bests/${contentEntryId}"><span class="grow">${name}<small>${t('challenges.entries', { count: entryCount })}</small></span><span class="value">${bestOf(context, personalBest)}</span>${NEXT}</a></li>`;
};

/** Undefined if the studio has no metrics. */
export const bestsSection = async (visit: MemberVisit): Promise<Html | undefined> => {
  const { callApi, context } = visit;
  const { t, studio } = context;
  if (!studio.features.metrics) return undefined;
  const { data } = await callApi('listMetrics', { query: { limit: 50 } });
  if (data.length === 0) return undefined;
  return html`<section class="section" aria-labelledby="bests"><h2 id="bests">${t('challenges.bests')}</h2><ul class="rows">${data.map((metric) => line(visit, metric))}</ul></section>`;
};
