/**
 * One form at the terminal: its fields in order, each checked as it is written; then all of it once more, to be sent, mended
 * or declined.
 *
 * What others wrote (titles, descriptions, choices) stands behind a bar, like every question.
 *
 * @module
 */
import {
  checkForm,
  choicesOf,
  type FormSchema,
  type FormValue,
  type FormValues,
  tellProblem,
  valueText,
} from '../../define/index.ts'
import { oneLine } from '../terminal/call-words.ts'
import { framed } from '../terminal/framed-text.ts'
import { widthOf } from '../terminal/layout.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { choiceRow, chosenFromList, isNumbered, kindRows, readText, titleOf } from './form-words.ts'

export interface FormTalk {
  readonly terminal: Terminal
  /** Shows a prompt and answers the line that was written. */
  readonly ask: (prompt: string) => Promise<string>
}

const declineWord = '/decline'
const skipWord = '/skip'
const leastWord = 4
const longestChoice = 200
const longestValue = 300

/** Undefined if the person declines; throws what `ask` throws. */
export async function fillForm(form: FormSchema, talk: FormTalk): Promise<FormValues | undefined> {
  const { note, noteStyle } = talk.terminal
  const names = Object.keys(form.properties)
  const given: FormEntries = new Map()
  note(
    noteStyle(
      'dim',
      `  Toolyard asks you to fill in ${names.length === 1 ? 'one field' : `${names.length} fields`}. Enter takes what is in [brackets] or skips what is optional; ${declineWord} ends it without an answer.`,
    ),
  )
  for (const name of names) if (!(await askField(form, { name, given }, talk))) return undefined
  for (;;) {
    if (names.length > 1 && !(await lookAgain(form, given, talk))) return undefined
    const checked = await checkForm(form, Object.fromEntries(given))
    if (!checked.problems) return checked.values
    tellWrong(checked.problems.map(tellProblem).join('; '), talk.terminal)
  }
}

/** Shows all of it, until it is sent; whether it is. */
async function lookAgain(form: FormSchema, given: FormEntries, talk: FormTalk): Promise<boolean> {
  const { terminal, ask } = talk
  const names = Object.keys(form.properties)
  for (;;) {
    showAll(form, given, terminal)
    const said = (await ask(`  Send this? [yes, 1-${names.length} to edit, cancel] `)).trim().toLowerCase()
    if (/^y(?:es)?$/.test(said)) return true
    if (/^(?:c|cancel|no?)$/.test(said) || said === declineWord) return false
    const edited = /^e(?:dit)?$/.test(said) ? (await ask(`  Which one? [1-${names.length}] `)).trim() : said
    const name = names[Number(edited) - 1]
    if (name === undefined)
      terminal.note(terminal.noteStyle('dim', '  Write yes, the number of a field, or cancel.'))
    else if (!(await askField(form, { name, given }, talk))) return false
  }
}

/** Rows that show a form to those who answer it elsewhere. */
export function formRows(form: FormSchema, columns: number): string[] {
  return Object.entries(form.properties).flatMap(([name, field]) => {
    const isRequired = form.required.includes(name)
    const before = `  ${oneLine(name, Math.max(leastWord, columns - 5))}: `
    const rows = kindRows(field, { before, isRequired, columns })
    const words = [field.title === name ? undefined : field.title, field.description]
    for (const told of words)
      if (told !== undefined) rows.push(...framed(told, { columns: columns - 2 }).rows)
    for (const choice of choicesOf(field) ?? []) {
      const title = choice.title === choice.const ? '' : ` (${oneLine(choice.title, longestChoice)})`
      rows.push(...choiceRow('    - ', `${oneLine(choice.const, longestChoice)}${title}`, columns))
    }
    return rows
  })
}

/** What was written; `null` if it was left out. */
type FormEntries = Map<string, FormValue | null>

interface FieldEntry {
  readonly name: string
  readonly given: FormEntries
}

/** Whether the person goes on. */
async function askField(
  form: FormSchema,
  { name, given }: FieldEntry,
  { terminal, ask }: FormTalk,
): Promise<boolean> {
  const field = form.properties[name]
  if (!field) return true
  const isRequired = form.required.includes(name)
  showField(form, name, terminal)
  const before = given.has(name) ? given.get(name) : field.default
  const prompt = promptOf(name, before == null ? '' : valueText(field, before), terminal.noteColumns)
  for (;;) {
    const said = await ask(prompt)
    if (said.trim() === declineWord) return false
    const isSkipped = said.trim() === skipWord && !isRequired
    const value = isSkipped
      ? null
      : said.trim() === ''
        ? (before ?? null)
        : readText(field, said, chosenFromList)
    const problem = await problemOf(form, name, value)
    if (problem === undefined) {
      given.set(name, value)
      return true
    }
    tellWrong(`${problem}${isRequired ? '' : ` (${skipWord} leaves it out)`}`, terminal)
  }
}

/** Choices and patterns are in it: if it takes more than a row, it stands behind a bar. */
function tellWrong(problem: string, { note, noteStyle, noteColumns: columns }: Terminal): void {
  const row = `  ${oneLine(problem, 500)}`
  if (widthOf(row) < columns) note(noteStyle('yellow', row))
  else note([noteStyle('yellow', '  It does not fit:'), ...framed(row.trim(), { columns }).rows].join('\n'))
}

/** With what Enter takes, in one row: the terminal breaks nothing that others wrote. */
function promptOf(name: string, usual: string, columns: number): string {
  const label = `  ${oneLine(name, Math.max(leastWord, Math.min(40, columns - 5)))}: `
  const room = Math.min(60, columns - widthOf(label) - 4)
  return usual === '' ? label : `${label}[${room < leastWord ? '…' : oneLine(usual, room)}] `
}

async function problemOf(
  form: FormSchema,
  name: string,
  value: FormValue | null,
): Promise<string | undefined> {
  const { problems = [] } = await checkForm(form, { [name]: value })
  const found = problems.find((problem) => problem.field === name)
  return found && `It ${found.message}.`
}

function showField(
  form: FormSchema,
  name: string,
  { note, noteStyle, noteColumns: columns }: Terminal,
): void {
  const field = form.properties[name]
  if (!field) return
  const names = Object.keys(form.properties)
  const place = names.length === 1 ? '' : `${names.indexOf(name) + 1} of ${names.length}: `
  const isRequired = form.required.includes(name)
  note(`\n${kindRows(field, { before: `  ${place}`, isRequired, columns }).join('\n')}`)
  for (const told of [titleOf(name, field), field.description])
    if (told !== undefined) for (const row of framed(told, { columns }).rows) note(row)
  const choices = choicesOf(field) ?? []
  const numbered = isNumbered(choices)
  for (const [index, { title }] of choices.entries())
    note(choiceRow(numbered ? `  ${index + 1}: ` : '  - ', title, columns).join('\n'))
  if (field.type === 'array')
    note(noteStyle('dim', `  Write ${numbered ? 'the numbers' : 'what you choose'}, with commas.`))
}

function showAll(
  form: FormSchema,
  given: ReadonlyMap<string, FormValue | null>,
  { note, noteStyle, noteColumns: columns }: Terminal,
): void {
  note(`\n  ${noteStyle('bold', 'Your answer')}`)
  for (const [index, [name, field]] of Object.entries(form.properties).entries()) {
    const value = given.get(name) ?? undefined
    const label = `  ${String(index + 1).padStart(2)}. ${oneLine(titleOf(name, field), Math.max(leastWord, Math.min(40, columns - 9)))}:`
    const told = value === undefined ? '' : oneLine(valueText(field, value), longestValue)
    if (value === undefined) note(`${label} ${noteStyle('dim', '(left out)')}`)
    else if (widthOf(label) + 1 + widthOf(told) < columns) note(`${label} ${told}`)
    else note([label, ...framed(told, { columns }).rows].join('\n'))
  }
}
