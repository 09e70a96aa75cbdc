/** `time`: what time it is, and calculating with dates, zones and calendars. */
import { z } from 'zod'
import { defineTool } from '../define/index.ts'
import { cutFields } from './output-lib/cut-fields.ts'
import { answerTime } from './time-lib/answer-time.ts'
import { outOfCalendar } from './time-lib/out-of-calendar.ts'

const iso = z.string().optional()
const amount = z.number().optional()

/** A time, or for difference what lies between two. */
const outputSchema = z.strictObject({
  time: iso.describe('ISO 8601 in the zone; a date if no clock was named'),
  zone: z.string().optional(),
  utc: iso.describe('The same in UTC'),
  unix: z.int().optional().describe('Seconds since 1970'),
  weekday: z.string().optional(),
  week: z.string().optional().describe('ISO week: 2026-W53'),
  end: iso.describe('If a stretch of time was meant'),
  from: iso.describe('convert: the time before; difference: the first'),
  from_zone: z.string().optional().describe('convert'),
  from_weekday: z.string().optional().describe('convert'),
  to: iso.describe('difference: the second'),
  duration: iso.describe('difference: ISO 8601'),
  days: amount.describe('difference: whole days'),
  hours: amount.describe('difference: all of it in hours'),
  minutes: amount.describe('difference: all of it in minutes'),
  seconds: amount.describe('difference: all of it in seconds'),
  notes: z.array(z.string()).optional().describe('What had to be assumed'),
  ...cutFields,
})

export default defineTool({
  name: 'time',
  description:
    'What time it is, and calculating with time: now, convert (to another zone), add (a duration), difference (between two times), parse (words such as "next Friday 3pm", "明天下午三点", "in 90 minutes"), next (when a day or a time comes next). Times are ISO 8601 or words; zones are names such as Asia/Shanghai, large cities or offsets. Tells what it had to assume. Use it instead of working out dates yourself.',
  category: 'system',
  permission: 'read',
  effects: 'none',
  tags: ['time', 'date', 'calendar', 'zone'],
  aliases: {
    timezone: 'tz',
    time_zone: 'tz',
    from_tz: 'tz',
    text: 'time',
    query: 'time',
    date: 'time',
    start: 'time',
    from: 'time',
    to: 'to_tz',
    target_tz: 'to_tz',
    until: 'end',
    amount: 'duration',
  },
  examples: [
    { title: 'Now in Shanghai', input: { action: 'now', tz: 'Asia/Shanghai' } },
    {
      title: 'A meeting in another zone',
      input: { action: 'convert', time: '2026-03-30T15:00', tz: 'Europe/Berlin', to_tz: 'America/New_York' },
    },
    {
      title: 'A month after the last of January',
      input: { action: 'add', time: '2026-01-31', duration: '1 month' },
    },
    { title: 'Days between', input: { action: 'difference', time: '2026-02-01', end: '2026-03-01' } },
    { title: 'Words', input: { action: 'parse', time: 'next Friday 3pm', tz: 'Europe/Berlin' } },
    { title: 'Words in Chinese', input: { action: 'parse', time: '下周一上午九点半', tz: '北京' } },
    { title: 'The next leap day', input: { action: 'next', time: 'Feb 29' } },
  ],
  inputSchema: z.strictObject({
    action: z
      .enum(['now', 'convert', 'add', 'difference', 'parse', 'next'])
      .default('now')
      .describe('What to do'),
    time: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('A time: 2026-03-30T15:00, 2026-03-30, or words; now by default'),
    end: z.string().min(1).max(200).optional().describe('For difference: the other time'),
    duration: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('For add: P1M2DT3H, "90 minutes", "-2 weeks", "5 business days"'),
    tz: z
      .string()
      .min(1)
      .max(60)
      .optional()
      .describe(
        'Zone of times that name none: Asia/Shanghai, Beijing, +08:00; the zone of this machine by default',
      ),
    to_tz: z.string().min(1).max(60).optional().describe('For convert: the zone to convert to'),
  }),
  outputSchema,

  execute(input, { clock }) {
    try {
      return answerTime(input, clock.wall())
    } catch (error) {
      throw outOfCalendar(error)
    }
  },
})
