/** The question for the password again, before something sensitive. */
export const password = {
  title: 'Ihr Passwort noch einmal',
  text: 'Was folgt, ist heikel. Bestätigen Sie, dass Sie es sind.',
  goOn: 'Weiter',
  ofSandbox: 'In einer Sandbox lautet das Passwort: sandbox password',
};
