/**
 * A tool's question with a schema: the person gets one form, the tool what its schema makes of the answer.
 *
 * The form says what JSON Schema can say, and is checked where it is filled in. A schema may ask for more (a Zod refinement):
 * then the person is asked again, with the reason.
 *
 * @module
 */
import {
  type Checked,
  type FormQuestion,
  type FormSchema,
  type ProgressUpdate,
  readForm,
  SchemaError,
  type ToolSchema,
  toToolSchema,
} from '../define/index.ts'
import { ToolyardError } from '../kernel/index.ts'
import type { HeardAnswer } from './ports.ts'

interface AskingForm {
  readonly tool: string
  readonly ask: (question: { readonly question: string; readonly form: FormSchema }) => Promise<HeardAnswer>
  readonly progress: (update: ProgressUpdate) => void
}

/** How often a person is asked. */
const attempts = 3
const mostReasons = 500

export async function askForm(
  { question, schema }: FormQuestion,
  { tool, ask, progress }: AskingForm,
): Promise<unknown> {
  const { own, form, notes } = formOf(schema, tool)
  for (const message of notes) progress({ message })
  let why = ''
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const { values = {} } = await ask({ question: `${question}${why}`, form })
    const checked = await own.check(values)
    if (!checked.issues) return checked.value
    why = `\n(The answer was not accepted: ${reasonsOf(checked)}.)`
  }
  throw new ToolyardError('rejected', `no answer to the form of "${tool}" was accepted: ${why.trim()}`, {
    hint: 'Go on without an answer.',
  })
}

function formOf(schema: unknown, tool: string): ReturnType<typeof readForm> & { readonly own: ToolSchema } {
  try {
    const own = toToolSchema(schema)
    return { own, ...readForm(own.json) }
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    throw new ToolyardError('invalid_definition', `the form that "${tool}" asks with ${error.message}`, {
      hint: 'A form is a flat object of texts, numbers, booleans, choices (enum) and lists of choices.',
      cause: error,
    })
  }
}

function reasonsOf({ issues = [] }: Checked): string {
  const told = issues.map(({ path, message }) => `${path.length > 0 ? `${path.join('.')}: ` : ''}${message}`)
  return told.join('; ').slice(0, mostReasons)
}
