/** Calendar files in the forms that Google, Apple and Outlook write. */
const lines = (...text: readonly string[]): string => `${text.join('\r\n')}\r\n`
export const file = (...text: readonly string[]): string =>
  lines('BEGIN:VCALENDAR', 'VERSION:2.0', ...text, 'END:VCALENDAR')
export const event = (...text: readonly string[]): string =>
  ['BEGIN:VEVENT', ...text, 'END:VEVENT'].join('\r\n')

export const google = file(
  'PRODID:-//Google Inc//Google Calendar 70.9054//EN',
  'CALSCALE:GREGORIAN',
  'METHOD:PUBLISH',
  'X-WR-CALNAME:Ann',
  'X-WR-TIMEZONE:Europe/Berlin',
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'X-LIC-LOCATION:Europe/Berlin',
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'DTSTART:19700329T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
  event(
    'DTSTART:20270326T080000Z',
    'DTEND:20270326T090000Z',
    'DTSTAMP:20261116T100000Z',
    'UID:one@google.com',
    'ATTENDEE;CN=Bob;PARTSTAT=ACCEPTED:mailto:bob@example.com',
    'LOCATION:Room 1\\, second floor',
    'DESCRIPTION:First line\\nsecond line\\; with a very long text that is folded in',
    '  the middle of it',
    'SUMMARY:Planning',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:This is an alarm',
    'TRIGGER:-P0DT0H10M0S',
    'END:VALARM',
  ),
  event(
    'DTSTART;TZID=Europe/Berlin:20270322T093000',
    'DTEND;TZID=Europe/Berlin:20270322T094500',
    'RRULE:FREQ=WEEKLY;WKST=MO;UNTIL=20270402T215959Z;BYDAY=MO,WE,FR',
    'EXDATE;TZID=Europe/Berlin:20270329T093000',
    'UID:series@google.com',
    'SUMMARY:Stand-up',
  ),
  event(
    'DTSTART;TZID=Europe/Berlin:20270331T110000',
    'DTEND;TZID=Europe/Berlin:20270331T113000',
    'UID:series@google.com',
    'RECURRENCE-ID;TZID=Europe/Berlin:20270331T093000',
    'SUMMARY:Stand-up (moved)',
  ),
)

export const apple = file(
  'PRODID:-//Apple Inc.//macOS 15.1//EN',
  event(
    'UID:ABC-123',
    'DTSTART;VALUE=DATE:20270327',
    'DTEND;VALUE=DATE:20270330',
    'SUMMARY:Fair 展会 🎪',
    'TRANSP:TRANSPARENT',
  ),
  event(
    'UID:DEF-456',
    'DTSTART;TZID=America/New_York:20270326T180000',
    'DURATION:PT1H30M',
    'SUMMARY:Dinner',
    'X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC',
  ),
  event('UID:GHI-789', 'DTSTART:20270326T070000', 'DTEND:20270326T080000', 'SUMMARY:Run'),
)

export const outlook = file(
  'METHOD:REQUEST',
  'PRODID:Microsoft Exchange Server 2010',
  'BEGIN:VTIMEZONE',
  'TZID:W. Europe Standard Time',
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'END:VTIMEZONE',
  'BEGIN:VTIMEZONE',
  'TZID:Customized Time Zone',
  'BEGIN:STANDARD',
  'DTSTART:16010101T000000',
  'TZOFFSETFROM:+0800',
  'TZOFFSETTO:+0800',
  'END:STANDARD',
  'END:VTIMEZONE',
  event(
    'UID:040000008200E00074C5B7101A82E008',
    'SUMMARY;LANGUAGE=en-US:Quarterly',
    'DTSTART;TZID="W. Europe Standard Time":20270326T140000',
    'DTEND;TZID="W. Europe Standard Time":20270326T150000',
    'RRULE:FREQ=MONTHLY;COUNT=4;INTERVAL=3;BYDAY=-1FR',
    'X-MICROSOFT-CDO-BUSYSTATUS:BUSY',
  ),
  event(
    'UID:custom',
    'SUMMARY:Custom',
    'DTSTART;TZID=Customized Time Zone:20270326T220000',
    'DTEND;TZID=Customized Time Zone:20270326T230000',
  ),
)
