/**
 * Programs that tell about the machine, and tests of the shell.
 *
 * @module
 */
import type { Profile, ProfileCheck } from './profile.ts'

const none = {}

const fileTests = new Set('-e -f -d -s -r -w -x -L -h'.split(' '))
const textTests = new Set('-z -n'.split(' '))
const comparisons = new Set('= == != -eq -ne -lt -le -gt -ge'.split(' '))

/** One test of a file or of texts. A subscript in a name would be evaluated, so brackets ask. */
const test: ProfileCheck = (words, look) => {
  const [first = '', second = '', third, ...more] = words[0] === '!' ? words.slice(1) : words
  if (more.length > 0 || words.some((word) => word.includes('[')))
    return 'test is looked into only where it is short'
  if (third !== undefined)
    return comparisons.has(second) ? undefined : `test ${second} is not known to be harmless`
  if (fileTests.has(first)) return look('name', second)
  return textTests.has(first) ? undefined : `test ${first} is not known to be harmless`
}

export const systemProfiles: Readonly<Record<string, Profile | ProfileCheck>> = {
  test,
  date: {
    letters: 'uR',
    names: 'utc universal rfc-email',
    values: { d: 'text', date: 'text', r: 'name', 'rfc-3339': 'text' },
    attached: { I: 'text', 'iso-8601': 'text' },
    operands: { first: ['text'] },
    check: ([format]) =>
      format === undefined || format.startsWith('+')
        ? undefined
        : 'date with anything but a format sets the clock',
    hazards: {
      '-s': 'sets the clock',
      '--set': 'sets the clock',
      '-f': 'reads its list of dates from a file',
    },
  },
  uname: { letters: 'amnoprsv', names: 'all' },
  whoami: none,
  id: { letters: 'gGnru', names: 'group groups name user', operands: { first: ['text'] } },
  hostname: none,
  arch: none,
  nproc: { names: 'all' },
  uptime: { letters: 'ps' },
  sleep: { operands: { rest: 'number' } },
  which: { letters: 'a', operands: { rest: 'text' } },
  type: { letters: 'aft', operands: { rest: 'text' } },
  command: {
    letters: 'vV',
    operands: (options) => (options.has('v') || options.has('V') ? { rest: 'text' } : none),
  },
}
