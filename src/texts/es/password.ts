/** The question for the password again, before something sensitive. */
export const password = {
  title: 'Tu contraseña otra vez',
  text: 'Lo que sigue es delicado. Confirma que eres tú.',
  goOn: 'Continuar',
  ofSandbox: 'En un entorno de pruebas la contraseña es: sandbox password',
};
