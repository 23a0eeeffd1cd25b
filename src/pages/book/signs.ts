import { Html, html } from '../../kernel/html.ts';
import { SIGN_DRAWINGS, type Sign } from '../../kernel/sign-drawings.ts';
import { ownFile } from './own-file.ts';

// What a class looks like without a picture: the shape says its kind, the tone gives a list rhythm.

/** The words of a category or a name that choose a sign, the first that is found. */
const WORDS: readonly (readonly [Sign, RegExp])[] = [
  ['rest', /\b(?:yin|rest|relax|restor|meditat|nidra|ruhe|sueño|repos)/i],
  ['breath', /\b(?:breath|pranayama|atem|atmen|respir)/i],
  ['stretch', /stretch|mobili|flexib|dehn|estira|étire|souplesse/i],
  ['reformer', /reformer|pilates|barre/i],
  ['ride', /\b(?:ride|cycle|cycling|spin|bike|rad)/i],
  ['ropes', /rope|climb|boulder|wall|kletter|escalad|escala/i],
  ['strength', /strength|lift|barbell|kettle|hiit|gym|kraft|fuerza|force|cross/i],
];

export interface Signed {
  readonly id: string;
  readonly name: string;
  readonly category: string | null;
  /** The drawing that the studio has chosen. */
  readonly sign?: Sign | null;
  /** Its picture, which stands instead of the drawing where this server keeps it. */
  readonly imageUrl?: string | null;
}

const signOf = ({ name, category, sign }: Signed): Sign => {
  if (sign) return sign;
  const text = `${category ?? ''} ${name}`;
  return WORDS.find(([, words]) => words.test(text))?.[0] ?? 'flow';
};

const TONES = ['', 'deep', 'night', 'paper'] as const;

/** The same for a class each week, and different for its neighbors. */
const toneOf = ({ name }: Signed): string => TONES[Bun.hash.crc32(name) % TONES.length] ?? '';

/** The signs of a page: each is drawn once, however often it is shown. */
export class Signs {
  readonly #used = new Set<Sign>();
  readonly #own: Parameters<typeof ownFile>[0];

  constructor(own: Parameters<typeof ownFile>[0]) {
    this.#own = own;
  }

  /** A sign that fills its place, or the whole of it with `isWhole`. */
  of(session: Signed, isWhole = false): Html {
    const picture = ownFile(this.#own, session.imageUrl);
    if (picture !== undefined) return html`<span class="sign"><img src="${picture}" alt="" loading="lazy"></span>`;
    const sign = signOf(session);
    this.#used.add(sign);
    const tone = toneOf(session);
    return html`<span class="sign"${tone === '' ? '' : html` data-tone="${tone}"`}><svg viewBox="0 0 160 160" preserveAspectRatio="xMidYMid ${isWhole ? 'meet' : 'slice'}" aria-hidden="true"><use href="#sign-${sign}"/></svg></span>`;
  }

  /** The drawing of a sign alone, without its ground. */
  drawing(signed: Signed, isWhole = false): Html {
    const sign = signOf(signed);
    this.#used.add(sign);
    return html`<svg viewBox="0 0 160 160" preserveAspectRatio="xMidYMid ${isWhole ? 'meet' : 'slice'}" aria-hidden="true"><use href="#sign-${sign}"/></svg>`;
  }

  /** The drawings that the page shows. It is after them. */
  drawings(): Html {
    const symbols = [...this.#used].map((sign) => `<g id="sign-${sign}">${SIGN_DRAWINGS[sign]}</g>`);
    return new Html(
      `<svg class="visually-hidden" id="signs" data-live="" width="0" height="0" aria-hidden="true"><defs>${symbols.join('')}</defs></svg>`,
    );
  }
}
