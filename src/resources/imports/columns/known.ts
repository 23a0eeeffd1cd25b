// What other systems call the fields, without case, spaces and punctuation.

type Headings = Readonly<Record<string, readonly string[]>>;

const CLIENTS: Headings = {
  externalId: [
    ...['clientid', 'customerid', 'memberid', 'userid', 'contactid', 'rssid', 'mindbodyid', 'uniqueid', 'memberuuid'],
    ...['clientnumber', 'customernumber', 'membernumber', 'membershipnumber', 'kundennummer', 'mitgliedsnummer'],
    ...['numeroclient', 'numérodeclient', 'númerodecliente', 'iddecliente', 'idclient'],
  ],
  firstName: [
    ...['first', 'givenname', 'forename', 'clientfirstname', 'customerfirstname', 'memberfirstname', 'fname'],
    ...['vorname', 'prénom', 'prenom', 'nombre'],
  ],
  lastName: [
    ...['last', 'surname', 'familyname', 'clientlastname', 'customerlastname', 'memberlastname', 'lname'],
    ...['nachname', 'nom', 'nomdefamille', 'apellido', 'apellidos'],
  ],
  email: [
    ...['emailaddress', 'primaryemail', 'clientemail', 'customeremail', 'memberemail', 'email1', 'email1value', 'mail'],
    ...['emailadresse', 'adresseemail', 'courriel', 'correo', 'correoelectrónico'],
  ],
  phone: [
    ...['mobile', 'mobilephone', 'mobilenumber', 'cell', 'cellphone', 'phonenumber', 'primaryphone', 'telephone'],
    ...['mobilephonenumber', 'clientphone', 'customerphone', 'memberphone', 'phone1', 'phone1value', 'contactnumber'],
    ...['telefon', 'handy', 'mobilnummer', 'téléphone', 'portable', 'teléfono', 'móvil', 'homephone', 'workphone'],
  ],
  dateOfBirth: [
    ...['birthday', 'birthdate', 'dob', 'geburtsdatum', 'geburtstag', 'datedenaissance', 'fechadenacimiento'],
  ],
  gender: ['sex', 'geschlecht', 'sexe', 'género', 'sexo'],
  homeLocationName: [
    ...['homelocation', 'homestudio', 'homesite', 'homeclub', 'primarylocation', 'homebranch', 'studio', 'standort'],
  ],
  'address.line1': [
    ...['address', 'address1', 'addressline1', 'street', 'streetaddress', 'mailingaddress', 'straße', 'strasse'],
    ...['adresse', 'dirección'],
  ],
  'address.line2': ['address2', 'addressline2', 'apartment'],
  'address.city': ['city', 'town', 'suburb', 'ort', 'stadt', 'ville', 'ciudad'],
  'address.state': ['state', 'stateprovince', 'province', 'region', 'county'],
  'address.postalCode': [
    'zip',
    'zipcode',
    'postalcode',
    'postcode',
    'plz',
    'postleitzahl',
    'codepostal',
    'códigopostal',
  ],
  'address.country': ['country', 'countrycode', 'land', 'pays', 'país'],
  'emergencyContact.name': ['emergencycontact', 'emergencycontactname', 'emergencyname'],
  'emergencyContact.phone': ['emergencycontactphone', 'emergencyphone', 'emergencycontactnumber'],
  'emergencyContact.email': ['emergencycontactemail'],
  'emergencyContact.relationship': ['emergencycontactrelationship', 'emergencycontactrelation'],
  barcode: ['barcodeid', 'barcodenumber', 'cardnumber', 'membercard', 'keytag'],
  fobNumber: ['fob', 'fobid', 'rfid', 'accesscard'],
  leadSource: ['referredby', 'source', 'referraltype', 'howdidyouhearaboutus', 'clientsource'],
  joinedAt: [
    ...['joined', 'joindate', 'joinedon', 'membersince', 'clientsince', 'signupdate', 'dateadded', 'creationdate'],
    ...['datejoined', 'dateregistered', 'registrationdate', 'created', 'createddate', 'firstvisit', 'mitgliedseit'],
  ],
  'marketingConsent.email': ['emailoptin', 'marketingemails', 'promotionalemails', 'subscribedtoemails', 'newsletter'],
  'marketingConsent.sms': ['smsoptin', 'textoptin', 'promotionaltexts', 'subscribedtosms'],
  status: ['clientstatus', 'memberstatus', 'accountstatus'],
  notes: ['note', 'clientnotes', 'comments', 'membernotes', 'notizen', 'notas', 'remarques'],
  'alerts.red': ['redalert', 'medicalalert', 'medicalnotes', 'injuries'],
  'alerts.yellow': ['yellowalert', 'clientalert', 'alert'],
  tags: ['labels', 'clientindexes', 'segments'],
};

const client: Headings = {
  clientExternalId: ['clientid', 'customerid', 'memberid', 'userid', 'rssid', 'mindbodyid', 'memberuuid'],
  clientEmail: ['email', 'emailaddress', 'clientemail', 'customeremail', 'memberemail'],
};

const PACKAGES: Headings = {
  ...client,
  billingDay: ['paymentday', 'chargeday', 'dayofmonth'],
  name: [
    ...[
      'membership',
      'membershipname',
      'membershiptype',
      'package',
      'packagename',
      'plan',
      'planname',
      'pricingoption',
    ],
    ...['passname', 'pass', 'contractname', 'contract', 'service', 'servicename'],
  ],
  planExternalId: ['planid', 'membershipplanid', 'pricingoptionid', 'productid'],
  externalId: ['membershipid', 'packageid', 'passid', 'contractid', 'purchaseid'],
  startsAt: ['startdate', 'membershipstartdate', 'start', 'purchasedate', 'saledate', 'datepurchased'],
  activatedAt: ['activationdate', 'activated', 'activedate', 'dateactivated'],
  expiresAt: [
    ...['enddate', 'membershipenddate', 'expiry', 'expirydate', 'expirationdate', 'expiration', 'expires', 'expireson'],
    ...['validuntil', 'end', 'contractenddate'],
  ],
  creditsTotal: ['credits', 'totalcredits', 'sessions', 'totalsessions', 'visits', 'classes', 'numberofclasses'],
  creditsRemaining: [
    ...['remaining', 'remainingcredits', 'sessionsremaining', 'remainingsessions', 'visitsremaining', 'creditsleft'],
    ...['classesremaining', 'remainingclasses'],
  ],
  price: ['amount', 'paid', 'membershipprice', 'cost', 'amountpaid'],
  autoRenews: ['autorenew', 'autorenewing', 'recurring', 'autopay'],
  nextRenewalAt: ['nextbilling', 'nextbillingdate', 'nextpayment', 'nextpaymentdate', 'renewaldate'],
};

const SCHEDULES: Headings = {
  name: ['class', 'classname', 'title', 'schedulename'],
  siteName: ['site', 'location', 'locationname', 'studio', 'club'],
  instructorName: ['instructor', 'teacher', 'coach', 'trainer', 'staffmember'],
  roomName: ['room', 'resource', 'space'],
  capacity: ['maxcapacity', 'spots', 'spaces', 'maxparticipants', 'size'],
  'recurrenceRule.daysOfWeek': ['day', 'days', 'weekday', 'weekdays', 'dayofweek', 'daysofweek'],
  startTime: ['start', 'time', 'starts', 'begins'],
  endTime: ['end', 'ends', 'finish', 'finishes'],
  durationMinutes: ['duration', 'minutes', 'length'],
  externalId: ['classid', 'scheduleid'],
};

const STAFF: Headings = {
  firstName: ['first', 'givenname', 'vorname', 'prénom', 'nombre'],
  lastName: ['last', 'surname', 'nachname', 'nom', 'apellido', 'apellidos'],
  email: ['emailaddress', 'staffemail', 'mail'],
  phone: ['mobile', 'mobilephone', 'phonenumber', 'cell', 'cellphone', 'telefon'],
  externalId: ['staffid', 'trainerid', 'instructorid', 'employeeid'],
  bio: ['biography', 'about'],
};

const PLANS: Headings = {
  name: ['plan', 'planname', 'pricingoption', 'membership', 'membershipname', 'title', 'productname'],
  price: ['cost', 'amount', 'onlineprice', 'retailprice'],
  creditsTotal: ['credits', 'sessions', 'visits', 'numberofvisits', 'count', 'classes'],
  validityMonths: ['durationmonths', 'contractmonths', 'months'],
  validityDays: ['expiration', 'duration', 'durationdays', 'expiresafter', 'validity', 'days'],
  externalId: ['planid', 'pricingoptionid', 'productid', 'membershipid'],
};

const CHECKINS: Headings = {
  ...client,
  checkedInAt: ['checkin', 'checkintime', 'visitdate', 'date', 'time', 'visited', 'attendancedate', 'arrivaltime'],
  externalId: ['visitid', 'checkinid', 'attendanceid'],
};

const PAYMENTS: Headings = {
  ...client,
  amount: ['total', 'amountpaid', 'paid', 'paymentamount', 'price'],
  paidAt: ['date', 'paymentdate', 'saledate', 'transactiondate', 'datepaid'],
  paymentMethod: ['method', 'paymenttype', 'tender'],
  description: ['item', 'itemname', 'product', 'service', 'details'],
  externalId: ['paymentid', 'saleid', 'transactionid', 'invoiceid', 'orderid', 'receiptnumber'],
  invoiceNumber: ['invoice', 'invoicenumber'],
};

const KNOWN: Readonly<Record<string, Headings>> = {
  clients: CLIENTS,
  packages: PACKAGES,
  schedules: SCHEDULES,
  staff: STAFF,
  plans: PLANS,
  checkins: CHECKINS,
  payments: PAYMENTS,
};

/** What other systems call the fields of a family. */
export const knownHeadings = (family: string): Headings => KNOWN[family] ?? {};

/** A heading without case, spaces and punctuation. */
export const bareHeading = (heading: string): string => heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
