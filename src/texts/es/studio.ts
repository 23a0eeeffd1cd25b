/** The settings of the studio as a whole, each with what it does. */
export const studio = {
  title: 'Estudio',
  partPlace: 'Idioma, dinero y hora',
  partHelp: 'Socios',
  partSafety: 'Inicio de sesión',
  locale: 'Idioma y país',
  localeHint:
    'Cómo se escriben precios, fechas y horas, y el primer idioma de los correos. Al principio, como en la puesta en marcha.',
  currency: 'Moneda',
  currencyHint:
    'De los planes y de las sedes nuevas. Lo vendido conserva la suya. Al principio, la de la puesta en marcha.',
  zone: 'Zona horaria',
  zoneHint:
    'De las sedes nuevas y de lo que es de todas. Cada sede conserva la suya. Al principio, la de la puesta en marcha.',
  weekStart: 'La semana empieza el',
  weekStartHint: 'En el calendario y en los horarios de apertura.',
  defaultSite: 'Sede principal',
  defaultSiteHint: 'Donde está quien no ha elegido otra sede. Al principio, la primera sede.',
  support: 'Ayuda para los socios',
  supportHint: 'Una dirección que dan los correos y las páginas de tarjetas si algo falla. Vacío: ninguna dirección.',
  tier: 'Cuánto puede pedir la aplicación de un socio',
  tierHint: 'Lo que pase de ahí espera un momento.',
  tierBasic: 'Lo normal: 60 peticiones por minuto',
  tierPremium: 'Más: 600 peticiones por minuto',
  tierPro: 'Lo máximo: 3.000 peticiones por minuto',
  secondFactor: 'Quien trabaja aquí necesita un segundo factor',
  secondFactorHint: 'Sí: quien no lo tiene lo configura antes que nada. Solo lo cambian los propietarios.',
};
