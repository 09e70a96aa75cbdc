/**
 * What is wrong with a cron expression, field by field, in words for people.
 *
 * @module
 */
export interface CronProblem {
  readonly message: string
  readonly hint?: string | undefined
}

const fields = [
  ['second', 0, 59],
  ['minute', 0, 59],
  ['hour', 0, 23],
  ['day of the month', 1, 31],
  ['month', 1, 12],
  ['day of the week', 0, 7],
] as const

const nicknames = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly']

/** Undefined if nothing obvious is wrong; the parser has the last word. */
export function wrongCron(text: string): CronProblem | undefined {
  if (text.startsWith('@'))
    return nicknames.includes(text.toLowerCase())
      ? undefined
      : {
          message: `there is no "${text}"`,
          hint: `Use one of ${nicknames.join(', ')}, or a cron expression.`,
        }
  if (/^(?:CRON_)?TZ=/i.test(text))
    return {
      message: 'a time zone does not belong into the expression',
      hint: 'Give it apart, as tz: "Europe/Berlin".',
    }
  const parts = text.split(' ')
  if (!/[\d*?]/.test(parts[0] ?? '')) return { message: `"${text}" can't be read` }
  if (parts.length !== 5 && parts.length !== 6)
    return {
      message: `"${text}" has ${parts.length} ${parts.length === 1 ? 'field' : 'fields'}; a cron expression has 5, or 6 with seconds`,
    }
  for (const [index, part] of parts.entries()) {
    const problem = wrongField(part, fields[index + fields.length - parts.length] ?? fields[0])
    if (problem !== undefined) return { message: `"${text}": ${problem}` }
  }
  return undefined
}

function wrongField(part: string, [name, least, most]: (typeof fields)[number]): string | undefined {
  for (const [, before = '', digits = ''] of part.matchAll(/([/#]?)(\d+)/g)) {
    const number = Number(digits)
    if (before === '/' && number === 0) return `a step of 0 in the ${name} never ends`
    if (before === '' && (number < least || number > most))
      return `the ${name} is from ${least} to ${most}, not ${digits.slice(0, 10)}`
  }
  return undefined
}
