/**
 * How an event repeats, as people and models say it: an RRULE, "weekly", "every weekday", "monthly on the 31st", "每周一三五".
 *
 * @module
 */
import type { Temporal } from 'temporal-polyfill'
import { ToolyardError } from '../../../kernel/index.ts'
import { ordinals } from '../../time-lib/calendar-phrases.ts'
import { simplified, withDigits } from '../../time-lib/numerals.ts'
import { type TimeReading, readTime } from '../../time-lib/read-time.ts'
import { checkRule } from './check-rule.ts'

export interface ReadRepeat {
  readonly rule: string
  readonly notes: readonly string[]
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const han = '一二三四五六日'
const dayName = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?'
const units: Readonly<Record<string, string>> = {
  day: 'DAILY',
  week: 'WEEKLY',
  month: 'MONTHLY',
  year: 'YEARLY',
}
const plain: Readonly<Record<string, string>> = {
  daily: 'FREQ=DAILY',
  'every day': 'FREQ=DAILY',
  'each day': 'FREQ=DAILY',
  weekly: 'FREQ=WEEKLY',
  biweekly: 'FREQ=WEEKLY;INTERVAL=2',
  fortnightly: 'FREQ=WEEKLY;INTERVAL=2',
  monthly: 'FREQ=MONTHLY',
  quarterly: 'FREQ=MONTHLY;INTERVAL=3',
  yearly: 'FREQ=YEARLY',
  annually: 'FREQ=YEARLY',
  weekdays: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  'every weekday': 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  'every workday': 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  'every working day': 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  'every business day': 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  weekends: 'FREQ=WEEKLY;BYDAY=SA,SU',
  'every weekend': 'FREQ=WEEKLY;BYDAY=SA,SU',
  每天: 'FREQ=DAILY',
  每日: 'FREQ=DAILY',
  每周: 'FREQ=WEEKLY',
  每星期: 'FREQ=WEEKLY',
  每月: 'FREQ=MONTHLY',
  每个月: 'FREQ=MONTHLY',
  每年: 'FREQ=YEARLY',
  每个工作日: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  工作日: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  每个周末: 'FREQ=WEEKLY;BYDAY=SA,SU',
  每周末: 'FREQ=WEEKLY;BYDAY=SA,SU',
}

/** Throws `invalid_arguments` if it can't be read. */
export function readRepeat(
  text: string,
  about: { readonly start: Temporal.PlainDateTime; readonly zone: string; readonly reading: TimeReading },
): ReadRepeat {
  const words = text.trim()
  const isRule = /FREQ\s*=/i.test(words)
  const spoken = isRule ? undefined : readSpoken(words, about.reading)
  const rule = isRule ? words : spoken?.rule
  const checked = rule === undefined ? { problem: `"${words}" can't be read` } : checkRule(rule, about)
  if ('problem' in checked)
    throw new ToolyardError('invalid_arguments', `repeat: ${checked.problem}`, {
      hint: 'Write an RRULE (FREQ=WEEKLY;BYDAY=MO), "weekly", "every weekday", "every 2 weeks", "monthly on the 31st", or "none".',
    })
  return { rule: checked.rule, notes: notesOf(checked.rule, about.start) }
}

function notesOf(rule: string, start: Temporal.PlainDateTime): string[] {
  const given = /BYMONTHDAY=([^;]+)/.exec(rule)?.[1]
  const isByDay = given === undefined && /BYDAY=/.test(rule)
  const days = given === undefined ? [start.day] : given.split(',').map(Number)
  const late = days.find((one) => one > 28)
  if (!rule.startsWith('FREQ=MONTHLY') || isByDay || late === undefined) return []
  return [`Months without a day ${late} are left out; "monthly on the last day" takes the last one.`]
}

function readSpoken(words: string, reading: TimeReading): { readonly rule: string } | undefined {
  const { bare, end } = splitEnd(words.toLowerCase().replaceAll(/\s+/g, ' '), reading)
  const rule =
    (Object.hasOwn(plain, bare) ? plain[bare] : undefined) ?? readEnglish(bare) ?? readChinese(bare)
  return rule === undefined ? undefined : { rule: rule + end }
}

/** "…until 1 March", "…10 times". */
function splitEnd(words: string, reading: TimeReading): { readonly bare: string; readonly end: string } {
  const times = /^(.+?),? (?:for )?(\d+) (?:times|occurrences)$|^(.+?)[,，]?共?(\d+)次$/.exec(words)
  if (times) return { bare: times[1] ?? times[3] ?? '', end: `;COUNT=${times[2] ?? times[4]}` }
  const until = /^(.+?),? (?:until|till|through|to) (.+)$|^(.+?)[,，]?(?:直到|到)(.+)$/.exec(words)
  if (!until) return { bare: words, end: '' }
  const { time } = readTime(until[2] ?? until[4] ?? '', 'repeat', reading)
  return {
    bare: until[1] ?? until[3] ?? '',
    end: `;UNTIL=${time.toPlainDate().toString().replaceAll('-', '')}`,
  }
}

function readEnglish(words: string): string | undefined {
  const every =
    /^(?:every|each) (?:(\d+|other|second|third) )?(day|week|month|year)s?(?: (?:on )?(.+))?$/.exec(words)
  if (every) return withDays(units[every[2] ?? ''] ?? '', every[1], every[3])
  const named = /^(weekly|biweekly|fortnightly|monthly|yearly) on (.+)$/.exec(words)
  if (named) {
    const isDouble = named[1] === 'biweekly' || named[1] === 'fortnightly'
    return withDays(
      isDouble ? 'WEEKLY' : (named[1] ?? '').toUpperCase(),
      isDouble ? '2' : undefined,
      named[2],
    )
  }
  const days = /^(?:(?:every|each|on) (other |second )?)?(.+)$/.exec(words)
  const list = days && daysIn(days[2] ?? '')
  if (list) return `FREQ=WEEKLY${days[1] === undefined ? '' : ';INTERVAL=2'};BYDAY=${list}`
  const ofMonth = /^(?:every |on )?(.+?) (?:of|in) (?:every|each|the) month$/.exec(words)
  return ofMonth ? withDays('MONTHLY', undefined, ofMonth[1]) : undefined
}

function withDays(frequency: string, count: string | undefined, on: string | undefined): string | undefined {
  const interval =
    count === undefined ? '' : `;INTERVAL=${{ other: '2', second: '2', third: '3' }[count] ?? count}`
  const head = `FREQ=${frequency}${interval}`
  if (on === undefined) return head
  const list = frequency === 'WEEKLY' ? daysIn(on) : undefined
  if (list !== undefined) return `${head};BYDAY=${list}`
  if (frequency !== 'MONTHLY') return undefined
  if (/^(?:the )?last day$/.test(on)) return `${head};BYMONTHDAY=-1`
  const number = /^(?:the |day )?(\d{1,2})(?:st|nd|rd|th)?$/.exec(on)?.[1]
  if (number !== undefined) return `${head};BYMONTHDAY=${number}`
  const nth = new RegExp(`^(?:the )?(${Object.keys(ordinals).join('|')}) (${dayName})$`).exec(on)
  return nth ? `${head};BYDAY=${ordinals[nth[1] ?? '']}${dayOf(nth[2] ?? '')}` : undefined
}

/** "Monday, Wednesday and Friday" */
function daysIn(text: string): string | undefined {
  const names = text.split(/\s*,\s*(?:and )?|\s+and\s+|\s*&\s*|\s+/).filter((name) => name !== '')
  const isDay = new RegExp(`^${dayName}$`)
  return names.length > 0 && names.every((name) => isDay.test(name)) ? names.map(dayOf).join(',') : undefined
}

function dayOf(name: string): string {
  return weekdays.find((code) => name.toUpperCase().startsWith(code)) ?? ''
}

function readChinese(words: string): string | undefined {
  const plainWords = simplified(words.replaceAll(' ', ''))
  const text = withDigits(plainWords)
  const week =
    /^每(?:(\d+|[一两二三四])?个)?(\d+|[两二三四])?(?:周|星期|礼拜)(?:的?(?:周|星期)?([一二三四五六日天、,和]+))?$/.exec(
      plainWords,
    )
  if (week) {
    const days = [...(week[3] ?? '').matchAll(/[一二三四五六日天]/g)].map(
      ([sign]) => weekdays[han.indexOf(sign.replace('天', '日'))],
    )
    const count = week[1] ?? week[2]
    return `FREQ=WEEKLY${count === undefined ? '' : `;INTERVAL=${withDigits(count)}`}${days.length === 0 ? '' : `;BYDAY=${days.join(',')}`}`
  }
  const month = /^每个?月(?:的)?(?:(\d{1,2})[日号]|(最后1?天)|第(\d)个(?:周|星期)([一二三四五六日天]))$/.exec(
    text,
  )
  if (month) {
    if (month[1] !== undefined) return `FREQ=MONTHLY;BYMONTHDAY=${month[1]}`
    if (month[2] !== undefined) return 'FREQ=MONTHLY;BYMONTHDAY=-1'
    return `FREQ=MONTHLY;BYDAY=${month[3]}${weekdays[han.indexOf((month[4] ?? '').replace('天', '日'))]}`
  }
  const every = /^每(\d+)(天|个?月|年)$/.exec(text)
  if (!every) return undefined
  const unit = every[2] === '天' ? 'DAILY' : every[2] === '年' ? 'YEARLY' : 'MONTHLY'
  return `FREQ=${unit};INTERVAL=${every[1]}`
}
