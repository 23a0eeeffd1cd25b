import type { Colors } from './letter.ts';

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** The styles of the parts of an email. They are inline, since some mail programs drop the styles of the head. */
export const stylesOf = (colors: Colors) => {
  const { ground, card, line, text, quiet, link, button, onButton, tint, onTint } = colors;
  const normal = 'font-size:16px;line-height:24px';
  return {
    body: `margin:0;padding:0;background:${ground};font-family:${FONT}`,
    // Some mail programs drop the body.
    ground: `background:${ground};font-family:${FONT}`,
    outer: 'padding:32px 12px',
    width: 'max-width:560px',
    head: 'padding:0 4px 20px',
    mark: `background:${button};border-radius:10px;color:${onButton};font-size:18px;line-height:36px;font-weight:700`,
    logo: 'display:block;border:0;border-radius:10px',
    studio: `padding-left:12px;font-size:16px;line-height:22px;font-weight:600;color:${text}`,
    card: `background:${card};border:1px solid ${line};border-radius:16px;padding:32px 36px`,
    heading: `margin:0 0 8px;font-size:26px;line-height:32px;font-weight:650;color:${text}`,
    lead: `margin:0 0 12px;${normal};color:${quiet}`,
    space: 'padding-top:12px',
    block: `background:${tint};border-radius:12px;padding:20px 24px`,
    blockTitle: `margin:0;font-size:20px;line-height:28px;font-weight:650;color:${onTint}`,
    blockLines: `margin:4px 0 0;${normal};color:${onTint}`,
    fact: 'padding-top:20px',
    factBeside: 'padding-top:20px;padding-left:16px',
    label: `margin:0;font-size:14px;line-height:20px;color:${quiet}`,
    value: `margin:0;${normal};color:${text}`,
    row: `padding:8px 0;border-bottom:1px solid ${line};${normal};color:${text}`,
    last: `padding:8px 0 0;${normal};color:${text}`,
    total: `padding:12px 0 0;${normal};font-weight:600;color:${text}`,
    action: 'padding-top:28px',
    // Outlook knows no padding of links.
    button: `background:${button};border-radius:9px;mso-padding-alt:12px 24px`,
    buttonLink: `display:inline-block;color:${onButton};font-size:16px;line-height:24px;font-weight:600;text-decoration:none;padding:12px 24px`,
    ownNote: `margin:28px 0 0;${normal};color:${text}`,
    ownNoteGoesOn: `margin:8px 0 0;${normal};color:${text}`,
    note: `margin:28px 0 0;padding-top:20px;border-top:1px solid ${line};font-size:14px;line-height:22px;color:${quiet}`,
    noteGoesOn: `margin:8px 0 0;font-size:14px;line-height:22px;color:${quiet}`,
    strong: `color:${text}`,
    link: `color:${link}`,
    foot: `padding:20px 4px 0;font-size:13px;line-height:20px;color:${quiet}`,
    preview: 'display:none;max-height:0;overflow:hidden',
  };
};

/** The styles for a dark screen, a narrow screen and paper, for the mail programs that know them. */
export const sheetOf = ({ ground, card, line, text, quiet, link, button, onButton, tint, onTint }: Colors): string =>
  `@media (prefers-color-scheme: dark) {
.m-ground { background: ${ground} !important; }
.m-card { background: ${card} !important; border-color: ${line} !important; }
.m-text { color: ${text} !important; }
.m-quiet { color: ${quiet} !important; }
.m-link { color: ${link} !important; }
.m-when { background: ${tint} !important; }
.m-strong { color: ${onTint} !important; }
.m-line { border-color: ${line} !important; }
.m-solid { background: ${button} !important; }
.m-on { color: ${onButton} !important; }
}
@media (max-width: 480px) {
.m-pad { padding-left: 20px !important; padding-right: 20px !important; }
.m-half { display: block !important; width: 100% !important; padding-left: 0 !important; }
.m-half + .m-half { padding-top: 8px !important; }
.m-wide { width: 100% !important; }
.m-button { display: block !important; text-align: center !important; }
}
@media print {
.m-ground { background: #ffffff !important; }
.m-outer { padding: 0 !important; }
}`;
