// What other systems call the fields: words without case, spaces and punctuation.

/** The words for each field. */
type Headings = Readonly<Record<string, string>>;

/** What other systems call the whole name of a person. */
const WHOLE_NAME = `
  name fullname firstandlastname firstlastname lastfirst lastnamefirstname namelastfirst namen
  vollständigername vorundnachname vornamenachname namevorname nachnamevorname nombrecompleto
  nombreyapellido nombreyapellidos apellidosynombre apellidosnombre nomcomplet nometprénom nometprenom
  nomprénom nomprenom prénometnom prenometnom prénomnom`;

/** The same of a client. */
const CLIENT_NAME = `
  client clientname customer customername member membername contactname student studentname athlete
  athletename attendee attendeename participant patron kunde kundenname kundin mitglied mitgliedsname
  teilnehmer teilnehmername cliente nombredelcliente nombredecliente socio alumno nomduclient membre
  nomdumembre adhérent`;

const CLIENTS: Headings = {
  fullName: `
    ${WHOLE_NAME} ${CLIENT_NAME}`,
  externalId: `
    clientid customerid memberid userid contactid rssid mindbodyid uniqueid memberuuid personid athleteid
    studentid patronid accountid personnumber clientnumber customernumber membernumber membershipnumber
    kundennummer mitgliedsnummer numeroclient numérodeclient númerodecliente iddecliente idclient`,
  firstName: `
    first givenname forename clientfirstname customerfirstname memberfirstname fname vorname prénom prenom
    nombre`,
  lastName: `
    last surname familyname clientlastname customerlastname memberlastname lname nachname nom nomdefamille
    apellido apellidos`,
  email: `
    emailaddress primaryemail clientemail customeremail memberemail email1 email1value mail emailadresse
    adresseemail courriel correo correoelectrónico`,
  phone: `
    mobile mobilephone mobilenumber cell cellphone phonenumber primaryphone telephone mobilephonenumber
    clientphone customerphone memberphone phone1 phone1value contactnumber telefon handy mobilnummer
    téléphone portable teléfono móvil homephone workphone`,
  dateOfBirth: 'birthday birthdate dob geburtsdatum geburtstag datedenaissance fechadenacimiento',
  gender: 'sex geschlecht sexe género sexo',
  homeLocationName: 'homelocation homestudio homesite homeclub primarylocation homebranch studio standort',
  'address.line1': `
    address address1 addressline1 street streetaddress mailingaddress straße strasse adresse dirección`,
  'address.line2': 'address2 addressline2 apartment',
  'address.city': 'city town suburb ort stadt ville ciudad',
  'address.state': 'state stateprovince province region county',
  'address.postalCode': 'zip zipcode postalcode postcode plz postleitzahl codepostal códigopostal',
  'address.country': 'country countrycode land pays país',
  'emergencyContact.name': 'emergencycontact emergencycontactname emergencyname',
  'emergencyContact.phone': 'emergencycontactphone emergencyphone emergencycontactnumber',
  'emergencyContact.email': 'emergencycontactemail',
  'emergencyContact.relationship': 'emergencycontactrelationship emergencycontactrelation',
  barcode: 'barcodeid barcodenumber cardnumber membercard keytag',
  fobNumber: 'fob fobid rfid accesscard',
  leadSource: 'referredby source referraltype howdidyouhearaboutus clientsource',
  joinedAt: `
    joined joindate joinedon membersince clientsince signupdate dateadded creationdate datejoined
    dateregistered registrationdate created createddate firstvisit mitgliedseit`,
  'marketingConsent.email': 'emailoptin marketingemails promotionalemails subscribedtoemails newsletter',
  'marketingConsent.sms': 'smsoptin textoptin promotionaltexts subscribedtosms',
  status: `
    clientstatus memberstatus accountstatus customerstatus membershipstatus leadstatus kundenstatus estado
    statut`,
  notes: 'note clientnotes comments membernotes notizen notas remarques',
  'alerts.red': 'redalert medicalalert medicalnotes injuries',
  'alerts.yellow': 'yellowalert clientalert alert',
  tags: 'labels clientindexes segments',
};

const client: Headings = {
  clientExternalId: 'clientid customerid memberid userid rssid mindbodyid memberuuid',
  clientEmail: 'email emailaddress clientemail customeremail memberemail',
};

const PACKAGES: Headings = {
  ...client,
  billingDay: 'paymentday chargeday dayofmonth',
  name: `
    membership membershipname membershiptype package packagename plan planname pricingoption passname pass
    contractname contract service servicename`,
  planExternalId: 'planid membershipplanid pricingoptionid productid',
  externalId: 'membershipid packageid passid contractid purchaseid',
  startsAt: 'startdate membershipstartdate start purchasedate saledate datepurchased',
  activatedAt: 'activationdate activated activedate dateactivated',
  expiresAt: `
    enddate membershipenddate expiry expirydate expirationdate expiration expires expireson validuntil end
    contractenddate`,
  creditsTotal: 'credits totalcredits sessions totalsessions visits classes numberofclasses',
  creditsRemaining: `
    remaining remainingcredits sessionsremaining remainingsessions visitsremaining creditsleft
    classesremaining remainingclasses`,
  price: 'amount paid membershipprice cost amountpaid',
  autoRenews: 'autorenew autorenewing recurring autopay',
  status: 'membershipstatus packagestatus passstatus',
  type: 'passtype packagetype plantype',
  nextRenewalAt: 'nextbilling nextbillingdate nextpayment nextpaymentdate renewaldate',
};

const SCHEDULES: Headings = {
  name: 'class classname title schedulename',
  siteName: 'site location locationname studio club',
  instructorName: 'instructor teacher coach trainer staffmember',
  roomName: 'room resource space',
  capacity: 'maxcapacity spots spaces maxparticipants size',
  'recurrenceRule.daysOfWeek': 'day days weekday weekdays dayofweek daysofweek',
  startTime: 'start time starts begins',
  endTime: 'end ends finish finishes',
  durationMinutes: 'duration minutes length',
  externalId: 'classid scheduleid',
};

const STAFF: Headings = {
  fullName: `
    ${WHOLE_NAME} staffname instructorname teachername trainername coachname instructor teacher coach`,
  firstName: 'first givenname vorname prénom nombre',
  lastName: 'last surname nachname nom apellido apellidos',
  email: 'emailaddress staffemail mail',
  phone: 'mobile mobilephone phonenumber cell cellphone telefon',
  externalId: 'staffid trainerid instructorid employeeid',
  bio: 'biography about',
};

const PLANS: Headings = {
  name: 'plan planname pricingoption membership membershipname title productname',
  price: 'cost amount onlineprice retailprice',
  creditsTotal: 'credits sessions visits numberofvisits count classes',
  validityMonths: 'durationmonths contractmonths months',
  validityDays: 'expiration duration durationdays expiresafter validity days',
  externalId: 'planid pricingoptionid productid membershipid',
};

const CHECKINS: Headings = {
  ...client,
  checkedInAt: 'checkin checkintime visitdate date time visited attendancedate arrivaltime',
  source: 'checkinmethod checkedinby method',
  externalId: 'visitid checkinid attendanceid',
};

const PAYMENTS: Headings = {
  ...client,
  amount: 'total amountpaid paid paymentamount price',
  paidAt: 'date paymentdate saledate transactiondate datepaid',
  paymentMethod: 'method paymenttype tender paidby zahlungsart formadepago modedepaiement',
  status: 'paymentstatus transactionstatus',
  description: 'item itemname product service details',
  externalId: 'paymentid saleid transactionid invoiceid orderid receiptnumber',
  invoiceNumber: 'invoice invoicenumber',
};

const BOOKINGS: Headings = {
  ...client,
  'session.name': 'class classname session sessionname eventname service servicename kurs clase cours',
  'session.startTime': 'classtime classdate starttime start startsat date datetime eventdate sessiondate',
  'session.durationMinutes': 'duration durationminutes minutes length',
  status: 'bookingstatus attendance attendancestatus state',
  bookedAt: 'booked bookedon datebooked bookingdate created createdon datescheduled',
  externalId: 'bookingid reservationid visitid appointmentid registrationid',
};

const KNOWN: Readonly<Record<string, Headings>> = {
  clients: CLIENTS,
  bookings: BOOKINGS,
  packages: PACKAGES,
  schedules: SCHEDULES,
  staff: STAFF,
  plans: PLANS,
  checkins: CHECKINS,
  payments: PAYMENTS,
};

const wordsIn = (text: string): string[] => text.trim().split(/\s+/);

/** What other systems call the fields of a family, each with its words. */
export const knownHeadings = (family: string): [field: string, words: readonly string[]][] =>
  Object.entries(KNOWN[family] ?? {}).map(([field, text]) => [field, wordsIn(text)]);

/** What files of other systems have and studiod counts from other records. */
const OF_CLIENTS = `
  age lastvisit lastvisitdate lastvisited lastattended lastattendance lastcheckin lastclass totalvisits
  visitcount numberofvisits totalbookings totalattendance dayssincelastvisit lastbooking lastlogin alter
  letzterbesuch edad últimavisita âge dernièrevisite`;

const DERIVED: Readonly<Record<string, ReadonlySet<string>>> = {
  clients: new Set(wordsIn(OF_CLIENTS)),
  // The client of such a row is found by their number or email.
  ...Object.fromEntries(
    ['packages', 'checkins', 'payments', 'bookings'].map((family) => [
      family,
      new Set(wordsIn(`${CLIENT_NAME} firstname lastname fullname clientfirstname clientlastname`)),
    ]),
  ),
};

/** Whether a column has what follows from other records: it is left out, and named. */
export const isDerivedElsewhere = (family: string, heading: string): boolean =>
  DERIVED[family]?.has(bareHeading(heading)) === true;

/** A heading without case, spaces and punctuation. */
export const bareHeading = (heading: string): string => heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
