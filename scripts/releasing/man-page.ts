// The manual page of a release, made from the help of the verbs.
import { allVerbs } from '../../src/cli/entries.ts';
import { verbHelp } from '../../src/cli/help.ts';

/** A line of text in roff: backslashes and hyphens are not special, nor is a dot at its beginning. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&');

/** studiod(1) as text for man. The same version gives the same text. */
export const manPage = async (version: string): Promise<string> => {
  const verbs = await allVerbs();
  const sections = verbs.map((verb) => `.SS ${escaped(verb.name)}\n.nf\n${escaped(verbHelp(verb))}\n.fi`);
  return `.TH STUDIOD 1 "" "studiod ${escaped(version)}"
.SH NAME
studiod \\- a whole fitness business in one executable
.SH SYNOPSIS
.B studiod
.I verb
[\\fIargument\\fR] [\\fB\\-\\-flag\\fR \\fIvalue\\fR] ...
.SH VERBS
${sections.join('\n')}
.SH EXIT STATUS
0 done; 1 failed; 2 wrong usage; 3 refused, because the data or its secrets would be at risk.
.SH FILES
.TP
/var/lib/studiod
The data of the service that \\fBstudiod install\\fR makes.
.TP
/etc/studiod/studiod.toml, /etc/studiod/studiod.env
Its settings.
`;
};
