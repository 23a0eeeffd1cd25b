/** The question for the password again, before something sensitive. */
export const password = {
  title: 'Your password again',
  text: 'What follows is sensitive. Say that it is you.',
  goOn: 'Go on',
  ofSandbox: 'In a sandbox the password is: sandbox password',
};
