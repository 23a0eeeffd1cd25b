/** What covers a page once the session has ended. */
export const signedOut = {
  title: 'You are signed out',
  text: 'Sign in again to go on. What you have typed stays here if you sign in in a new tab and come back.',
  beside: 'In a new tab',
};
