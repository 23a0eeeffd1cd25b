import { type Html, html } from '../../../kernel/html.ts';

/** The pages of the navigation, by the groups in which the console shows them: their paths, which are the names of their texts. */
export const SECTIONS = [
  ['desk', ['today', 'calendar', 'clients', 'sell']],
  ['studio', ['timetable', 'plans', 'payments', 'checkins', 'content', 'engagement', 'reports']],
  ['setUp', ['settings', 'staff', 'integrations', 'data', 'system']],
] as const;

/** The pages of the bar on narrow screens. */
const TABS: readonly string[] = ['today', 'calendar', 'sell', 'clients'];

const ALL: ReadonlySet<string> = new Set(SECTIONS.flatMap(([, names]) => names));

interface FirstPicture {
  readonly studio: string;
  /** The texts of the frame by their names. */
  readonly texts: Readonly<Record<string, string>>;
  /** The page that is opened, as the address names it. */
  readonly current: string;
  /** The pages that the person saw in the navigation last; undefined where this browser does not know. */
  readonly sections: readonly string[] | undefined;
}

/** The page of an address that has the frame around it; undefined for another, such as signing in. */
export const framedPage = (pathname: string): string | undefined => {
  const name = /^\/console(?:\/([\w-]*))?/.exec(pathname)?.[1] || 'today';
  return ALL.has(name) || name === 'sessions' || name === 'account' ? name : undefined;
};

const ROWS = 6;
/** What the styles know the pages by that are as wide as the window. */
const HEADS: Readonly<Record<string, string>> = { calendar: ' calendar-head' };
const BODIES: Readonly<Record<string, string>> = { today: 'split today' };
const rows = (count: number): readonly Html[] =>
  Array.from({ length: count }, () => html`<span class="skeleton" data-row></span>`);

/**
 * The frame of the console and places of what belongs into it, which stand until the scripts are here (shell/frame.tsx). It is a
 * picture: nothing in it can be pressed or is read out, since all of it is replaced.
 */
export const firstPicture = ({ studio, texts, current, sections }: FirstPicture): Html => {
  const text = (name: string): string => texts[name] ?? '';
  const link = (name: string): Html =>
    html`<a${name === current && html` aria-current="page"`}><svg class="icon" width="16" height="16" aria-hidden="true"></svg><span class="label">${text(name)}</span></a>`;
  const seen = (names: readonly string[]): readonly string[] =>
    names.filter((name) => sections?.includes(name) === true);
  const groups = SECTIONS.flatMap(([group, names]) =>
    seen(names).length === 0 ? [] : html`<div><h2>${text(group)}</h2>${seen(names).map(link)}</div>`,
  );
  const logo = html`<span class="logo disc"></span>`;
  const title = ALL.has(current) ? text(current) : '';
  return html`<div id="first" aria-hidden="true" inert><div class="shell"><nav class="sidebar"><span class="brand-button">${logo}<span class="label"><b>${studio}</b></span></span><div class="sections">${groups.length === 0 ? rows(ROWS) : groups}</div></nav>
<header class="topbar"><div class="mobile-top"><span class="brand-button">${logo}<span><b>${studio}</b></span></span></div></header>
<div class="page"><div class="page-head${HEADS[current] ?? ''}"><div class="titles"><h1>${title}</h1></div></div><div class="${BODIES[current] ?? ''}"><div class="stack">${rows(ROWS)}</div></div></div></div>
<nav class="tabbar">${seen(TABS).map(link)}</nav></div>`;
};
