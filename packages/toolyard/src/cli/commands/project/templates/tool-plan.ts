/**
 * What a new tool may do, guessed from its name: a parameter, a few lines that work, a call and its answer.
 *
 * `get_weather` looks something up, `find_orders` searches, `count_words` works on a text, `send_note` changes something. Each
 * kind of tool writes the same plan in its own form.
 *
 * @module
 */
import { findFamily, type Family } from './verbs.ts'

export interface ToolPlan {
  /** `get_weather` */
  readonly name: string
  /** `get-weather` */
  readonly stem: string
  /** `GetWeather` */
  readonly className: string
  readonly description: string
  readonly parameter: { readonly name: string; readonly description: string; readonly example: string }
  readonly permission: 'read' | 'write' | 'external'
  readonly effects: 'none' | 'local_state' | 'network'
  readonly confirm: boolean
  /** Lines before the tool. */
  readonly setup: readonly string[]
  /** Lines that answer, with the parameter at hand. */
  readonly body: readonly string[]
  /** What a call with nothing known of it fails with, where there is such a call. */
  readonly unknown: string | undefined
  /** The answer to the example. */
  readonly output: unknown
}

type Work = Pick<ToolPlan, 'parameter' | 'setup' | 'body' | 'unknown' | 'output'>

/** Things that people ask for by something else than a name. */
const things: readonly (readonly [RegExp, parameter: string, example: string, answer: string])[] = [
  [/weather|forecast|temperature|climate/, 'city', 'Rome', 'Sunny, 21 °C'],
  [/time|timezone|holiday/, 'city', 'Rome', '10:30'],
  [/price|stock|rate|quote/, 'symbol', 'ACME', '12.50'],
  [/order|ticket|invoice|issue|task|booking|payment/, 'id', '17', 'open'],
  [/file|folder|document/, 'path', 'notes.txt', 'The first line'],
  [/page|site|url|link|feed/, 'url', 'https://example.com', 'Example Domain'],
  [/user|customer|person|contact|member|employee/, 'name', 'Ann', 'ann@example.com'],
]

const counted: readonly (readonly [RegExp, expression: string, output: number])[] = [
  [/line/, String.raw`text.split('\n').length`, 1],
  [/letter|character/, '[...text].length', 18],
  [/./, String.raw`text.split(/\s+/).filter(Boolean).length`, 6],
]

export function planTool(name: string): ToolPlan {
  const [first = '', ...rest] = name.split(/[_-]/)
  const family = findFamily(first)
  const noun = rest.join(' ') || first
  const does = `${capital(thirdPerson(first))}${rest.length > 0 ? ` ${rest.join(' ')}` : ''}`
  return {
    name,
    stem: name.replaceAll('_', '-'),
    className: name
      .split(/[_-]/)
      .map((word) => capital(word))
      .join(''),
    ...workOf(family, noun),
    description: descriptionOf(family, { does, noun }),
    permission: family === 'send' ? 'external' : isChange(family) ? 'write' : 'read',
    effects: family === 'send' ? 'network' : isChange(family) ? 'local_state' : 'none',
    confirm: family === 'remove',
  }
}

function workOf(family: Family, noun: string): Work {
  if (family === 'look') return lookUp(noun)
  if (family === 'search') return search(noun)
  if (family === 'count') return count(noun)
  if (family === 'remove') return remove(noun)
  return isChange(family) ? change(noun) : compute()
}

function isChange(family: Family): boolean {
  return family === 'change' || family === 'send' || family === 'remove'
}

function descriptionOf(family: Family, { does, noun }: { does: string; noun: string }): string {
  if (family === 'look') return `${does} by ${lookUp(noun).parameter.name}.`
  if (family === 'search') return `${does} that match some words.`
  if (family === 'count') return `${does} in a text.`
  if (family === 'compute') return `${does}${does.includes(' ') ? '' : ' a text'}.`
  return `${does.replace(' ', /s$|^all\b/.test(noun) ? ' ' : ` ${articleOf(noun)} `)}.`
}

function lookUp(noun: string): Work {
  const [, parameter = 'name', example = 'first', answer = `The first ${noun}`] =
    things.find(([words]) => words.test(noun)) ?? []
  const key = identifier(noun) === parameter ? 'answer' : identifier(noun)
  return {
    parameter: { name: parameter, description: `Which ${parameter}, such as ${example}`, example },
    setup: [
      '// Start here: ask your own data instead.',
      `const known = new Map([['${example}', '${answer}']])`,
    ],
    body: [
      `const found = known.get(${parameter})`,
      `if (found === undefined) FAIL`,
      `return { ${parameter}, ${key}: found }`,
    ],
    unknown: `There is no ${noun} for "\${${parameter}}".`,
    output: { [parameter]: example, [key]: answer },
  }
}

function search(noun: string): Work {
  const one = noun.replace(/(?<=..)s$/, '')
  const all = ['First', 'Second', 'Third'].map((word) => `${word} ${one}`)
  return {
    parameter: { name: 'query', description: 'Words to look for', example: 'second' },
    setup: [
      '// Start here: search your own data instead.',
      `const all = [${all.map((text) => `'${text}'`).join(', ')}]`,
    ],
    body: [
      'const words = query.toLowerCase()',
      'return all.filter((one) => one.toLowerCase().includes(words))',
    ],
    unknown: undefined,
    output: [all[1]],
  }
}

function count(noun: string): Work {
  const [, expression = '', output = 0] = counted.find(([words]) => words.test(noun)) ?? []
  return {
    parameter: { name: 'text', description: 'The text to look at', example: 'to be or not to be' },
    setup: [],
    body: [`return ${expression}`],
    unknown: undefined,
    output,
  }
}

function compute(): Work {
  return {
    parameter: { name: 'text', description: 'The text to work on', example: 'to be or not to be' },
    setup: [],
    body: ['// Start here: this only changes the case.', 'return text.toUpperCase()'],
    unknown: undefined,
    output: 'TO BE OR NOT TO BE',
  }
}

function change(noun: string): Work {
  const key = identifier(noun)
  return {
    parameter: { name: 'text', description: `What the ${noun} says`, example: 'Milk and bread' },
    setup: [],
    body: ['// Start here: do it, then say what was done.', `return { done: true, ${key}: text }`],
    unknown: undefined,
    output: { done: true, [key]: 'Milk and bread' },
  }
}

function remove(noun: string): Work {
  return {
    parameter: { name: 'id', description: `Which ${noun}, by its id`, example: '17' },
    setup: [],
    body: ['// Start here: do it, then say what was done.', 'return { done: true, id }'],
    unknown: undefined,
    output: { done: true, id: '17' },
  }
}

/** A name for a member: `open tasks` → `openTasks`. */
function identifier(words: string): string {
  const name = words.replaceAll(/\s+(\w)/g, (_, letter: string) => letter.toUpperCase())
  return /^[a-z]/.test(name) ? name : 'answer'
}

function articleOf(noun: string): string {
  return /^[aeiou]/.test(noun) ? 'an' : 'a'
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function thirdPerson(verb: string): string {
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`
}
