import { type Html, html } from '../../../kernel/html.ts';
import type { MetricEntryResponse } from '../../../resources/metrics/record.ts';
import { awardBanner } from '../challenges/award-banner.ts';
import { actForm, dayOf, wayBack } from '../challenges/words.ts';
import { topOf } from '../layout.ts';
import { type ApiRefusal, gonePage, orRefused, refusalNote } from '../messages.ts';
import { shareButton } from '../share.ts';
import type { Form, MemberVisit, PageResult } from '../visit.ts';
import { type Metric, resultText } from './bests.ts';

interface Share {
  readonly url: string;
  readonly expiresAt: string;
}

interface State {
  readonly refused?: { readonly error: ApiRefusal; readonly form: Form };
  readonly shared?: Share;
}

const SHOWN = 50;

const metricPath = (id: string): string => `/book/me/bests/${id}`;

/** A time is typed as minutes and seconds, whatever unit it is read in. */
const valueFields = ({ context: { t } }: MemberVisit, { dimension, unit, direction: _ }: Metric, form?: Form): Html => {
  const typed = (name: string): string => form?.get(name) ?? '';
  if (dimension === 'duration') {
    return html`<div class="two"><div class="field"><label for="minutes">${t('challenges.minutesField')}</label><input class="input" id="minutes" name="minutes" type="number" inputmode="numeric" min="0" max="10000" value="${typed('minutes')}"></div><div class="field"><label for="seconds">${t('challenges.secondsField')}</label><input class="input" id="seconds" name="seconds" type="number" inputmode="decimal" min="0" max="59.99" step="any" value="${typed('seconds')}"></div></div>`;
  }
  const label =
    unit === 'count' ? t('challenges.resultPlain') : t('challenges.result', { unit: unit === 'percent' ? '%' : unit });
  const value = html`<div class="field"><label for="value">${label}</label><input class="input" id="value" name="value" type="number" inputmode="decimal" step="any" required value="${typed('value')}"></div>`;
  if (dimension !== 'weight') return value;
  return html`<div class="two">${value}<div class="field"><label for="reps">${t('challenges.reps')}</label><input class="input" id="reps" name="reps" type="number" inputmode="numeric" min="1" max="1000" value="${typed('reps')}"></div></div>`;
};

const addForm = (visit: MemberVisit, metric: Metric, state: State): Html => {
  const { context } = visit;
  const { t } = context;
  const { refused } = state;
  const content = html`${refusalNote(context, refused?.error)}${valueFields(visit, metric, refused?.form)}<label class="check"><input type="checkbox" name="private" value="yes"${refused?.form.get('private') === 'yes' ? html` checked` : ''}><span>${t('challenges.private')}</span></label><button class="button" data-variant="primary" data-size="large" data-wide="">${t('challenges.save')}</button>`;
  const form = actForm({ action: metricPath(metric.contentEntryId), act: 'add', key: visit.newKey(), content });
  return html`<section class="card join-card section" aria-labelledby="add"><h2 id="add">${t('challenges.addEntry')}</h2>${form}</section>`;
};

const entryLine = (visit: MemberVisit, metric: Metric, entry: MetricEntryResponse): Html => {
  const { context } = visit;
  const { t } = context;
  const { id, recordedAt } = entry;
  const button = (text: string): Html =>
    html`<button class="button" data-variant="quiet" data-size="small">${text}</button>`;
  const act = (name: string, text: string): Html =>
    actForm({ action: metricPath(metric.contentEntryId), act: name, fields: [['entry', id]], content: button(text) });
  const isBest = metric.personalBest?.entryId === id;
  const best = isBest ? html` <span class="pill" data-tone="brand">${t('challenges.isBest')}</span>` : undefined;
  return html`<li><div><span class="grow">${resultText(context, entry)}${best}<small>${dayOf(context, recordedAt)}</small></span>${act('share', t('challenges.share'))}${act('remove', t('challenges.remove'))}</div></li>`;
};

const sharePart = ({ context }: MemberVisit, share: Share | undefined): Html | undefined => {
  if (share === undefined) return undefined;
  const { t } = context;
  return html`<section class="notice section" data-tone="brand" role="status"><div class="grow"><b>${t('challenges.shareTitle')}</b>${t('challenges.shareText', { day: dayOf(context, share.expiresAt) })}<div class="field share-field"><label for="share">${t('challenges.shareLink')}</label><input class="input" id="share" readonly value="${share.url}"></div>${shareButton(context, true, share.url)}</div></section>`;
};

const metricPageWith = async (visit: MemberVisit, state: State = {}): Promise<PageResult> => {
  const { context, callApi, param } = visit;
  const { t, studio } = context;
  if (!studio.features.metrics) return gonePage(context);
  const path = { contentEntryId: param('metric') };
  const [metric, banner] = await Promise.all([callApi('getMetric', { path }), awardBanner(visit)]);
  // Entries are listed the oldest first: the last page of them is the newest.
  const newest = await callApi('getMetricHistory', {
    path,
    query: { limit: SHOWN, bucket: 'raw', ...(metric.latest === null ? {} : { ending_before: metric.latest.id }) },
  });
  const entries = [
    ...(metric.latest === null ? [] : [metric.latest]),
    ...newest.data.filter((each) => 'id' in each).toReversed(),
  ];
  const { name, personalBest, contentEntryId } = metric;
  const best =
    personalBest === null
      ? t('challenges.noBests')
      : t('challenges.best', { value: resultText(context, personalBest) });
  const list =
    entries.length === 0
      ? undefined
      : html`<section class="section" aria-labelledby="history"><h2 id="history">${t('challenges.history')}</h2><ul class="rows">${entries.map((entry) => entryLine(visit, metric, entry))}</ul></section>`;
  const content = html`${topOf(context, 'challenges')}<main class="page narrow" id="main">${wayBack('/book/me/awards', t('challenges.toAwards'))}<h1>${name}</h1><p class="when">${best}</p>${banner}${sharePart(visit, state.shared)}${addForm(visit, { ...metric, contentEntryId }, state)}${list}</main>`;
  return { context, title: name, content, tab: 'challenges', status: state.refused === undefined ? 200 : 422 };
};

export const metricPage = (visit: MemberVisit): Promise<PageResult> => metricPageWith(visit);

const numberOf = (text: string): number | undefined => (text === '' ? undefined : Number(text.replace(',', '.')));

/** The typed result as the API takes it: times are in seconds. */
const measuredOf = (form: Form) => {
  const [minutes, seconds] = [numberOf(form.get('minutes')), numberOf(form.get('seconds'))];
  if (minutes !== undefined || seconds !== undefined) {
    return { value: (minutes ?? 0) * 60 + (seconds ?? 0), unit: 's' as const };
  }
  const reps = numberOf(form.get('reps'));
  // The API says that a value is missing.
  return { value: numberOf(form.get('value')) as number, ...(reps === undefined ? {} : { reps }) };
};

export const actOnMetric = (visit: MemberVisit, form: Form): Promise<PageResult> => {
  const { callApi, param } = visit;
  const contentEntryId = param('metric');
  const path = { metricEntryId: form.get('entry') };
  return orRefused<PageResult, PageResult>(
    async () => {
      const act = form.get('act');
      if (act === 'share') return metricPageWith(visit, { shared: await callApi('shareMetricEntry', { path }) });
      if (act === 'remove') await callApi('deleteMetricEntry', { path });
      if (act === 'add') {
        const visibility = form.get('private') === 'yes' ? ('private' as const) : ('leaderboard' as const);
        const body = { contentEntryId, ...measuredOf(form), visibility };
        await callApi('createMetricEntry', { body, key: form.get('key') });
      }
      return { to: metricPath(contentEntryId) };
    },
    (error) => metricPageWith(visit, { refused: { error, form } }),
  );
};
