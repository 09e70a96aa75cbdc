/** `ask_user_question`: asks the person, and waits for the answers as long as it takes. What is asked together is one form. */
import { z } from 'zod'
import { defineTool, type ToolContext } from '../../define/index.ts'
import { cutFields } from '../output-lib/cut-fields.ts'

const other = 'Something else'
/** Of an answer in own words. */
const longestAnswer = 10_000

const questionSchema = z.strictObject({
  question: z.string().min(1).max(2000).describe('The whole question, as the person reads it'),
  header: z.string().max(40).optional().describe('One or two words for what it is about'),
  options: z
    .array(
      z.strictObject({
        label: z.string().min(1).max(200).describe('What can be chosen'),
        description: z.string().max(1000).optional().describe('What choosing it means'),
      }),
    )
    .max(10)
    .optional()
    .describe('What can be chosen, the one that you would choose first; none for an answer in free words'),
  multiple: z.boolean().default(false).describe('Whether several options may be chosen'),
})

type AskedQuestion = z.infer<typeof questionSchema>
type Answer = string | string[] | null

const outputSchema = z.strictObject({
  answers: z.array(
    z.strictObject({
      question: z.string(),
      answer: z.union([z.string(), z.array(z.string()), z.null()]).describe('A list if several were chosen'),
      note: z.string().optional().describe('Why there is none'),
    }),
  ),
  ...cutFields,
})

export default defineTool({
  name: 'ask_user_question',
  description:
    'Ask the user one to four questions and wait for the answers. Use it when the work depends on a choice that only the user can make, not for what you can find out or decide yourself. The user can always answer in their own words.',
  category: 'collab',
  permission: 'read',
  effects: 'none',
  tags: ['question', 'user', 'choice'],
  inputSchema: z.strictObject({
    questions: z.array(questionSchema).min(1).max(4).describe('Questions, asked at the same time'),
  }),
  outputSchema,

  async execute({ questions }, context) {
    const [only, ...more] = questions
    const isForm = more.length > 0 || only?.multiple === true
    const answers = isForm ? await askTogether(questions, context) : [only ? await ask(only, context) : null]
    return {
      answers: questions.map(({ question }, index) => {
        const answer = answers[index] ?? null
        return { question, answer, ...(answer === null && { note: 'the user left it open' }) }
      }),
    }
  },

  render({ answers }) {
    return answers
      .map(
        ({ question, answer, note }) =>
          `${question}\n→ ${answer === null ? note : [answer].flat().join(', ')}`,
      )
      .join('\n\n')
  },
})

async function ask(asked: AskedQuestion, context: ToolContext): Promise<string> {
  const { options = [] } = asked
  if (options.length === 0) return context.ask({ question: textOf(asked) })
  const labels = options.map(({ label }) => label)
  const answer = await context.ask({
    question: textOf(asked, descriptionsOf(asked)),
    choices: labels.includes(other) ? labels : [...labels, other],
  })
  if (answer !== other || labels.includes(other)) return answer
  return context.ask({ question: textOf(asked, ['In your own words:']) })
}

/** One form: for each question a choice, several choices or a text; beside choices a text for own words, which count if they are there. */
async function askTogether(questions: readonly AskedQuestion[], context: ToolContext): Promise<Answer[]> {
  const schema = {
    type: 'object',
    properties: Object.fromEntries(questions.flatMap(fieldsOf)),
    required: [],
  } as const
  const [only, ...more] = questions
  const question =
    only && more.length === 0
      ? textOf(only)
      : questions.map((asked, index) => `${index + 1}. ${textOf(asked)}`).join('\n')
  const values: Readonly<Record<string, unknown>> = await context.ask({ question, schema })
  return questions.map((_, index) => answerIn(values, index + 1))
}

type Field = readonly [name: string, schema: Readonly<Record<string, unknown>>]

function fieldsOf(asked: AskedQuestion, index: number): readonly Field[] {
  const { question, header, options = [], multiple } = asked
  const words = {
    title: (header ?? question).slice(0, 200),
    ...(header !== undefined && { description: question.slice(0, 1000) }),
  }
  const own = { type: 'string', maxLength: longestAnswer }
  const name = `answer_${index + 1}`
  if (options.length === 0) return [[name, { ...words, ...own }]]
  const choices = options.map(({ label, description }) => ({
    const: label,
    title: (description === undefined ? label : `${label}: ${description}`).slice(0, 200),
  }))
  return [
    [
      name,
      multiple
        ? { ...words, type: 'array', items: { anyOf: choices } }
        : { ...words, type: 'string', oneOf: choices },
    ],
    [`${name}_other`, { ...own, title: `${other} (${words.title.slice(0, 100)})` }],
  ]
}

function answerIn(values: Readonly<Record<string, unknown>>, number: number): Answer {
  const chosen = values[`answer_${number}`]
  const own = values[`answer_${number}_other`]
  const words = typeof own === 'string' ? own.trim() : ''
  if (Array.isArray(chosen) && chosen.length > 0)
    return [...chosen.map(String), ...(words === '' ? [] : [words])]
  if (words !== '') return words
  return typeof chosen === 'string' && chosen.trim() !== '' ? chosen : null
}

function textOf({ header, question }: AskedQuestion, lines: readonly string[] = []): string {
  return [header === undefined ? question : `${header}: ${question}`, ...lines].join('\n')
}

function descriptionsOf({ options = [] }: AskedQuestion): string[] {
  return options.flatMap(({ label, description }) =>
    description === undefined ? [] : [`${label}: ${description}`],
  )
}
