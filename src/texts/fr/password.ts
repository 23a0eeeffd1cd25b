/** The question for the password again, before something sensitive. */
export const password = {
  title: 'Votre mot de passe, encore une fois',
  text: 'La suite est sensible. Confirmez que c’est bien vous.',
  goOn: 'Continuer',
  ofSandbox: 'Dans un bac à sable, le mot de passe est : sandbox password',
};
