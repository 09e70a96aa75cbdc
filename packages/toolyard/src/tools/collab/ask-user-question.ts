/** `ask_user_question`: asks the person, and waits for the answers as long as it takes. */
import { z } from 'zod'
import { defineTool, type ToolContext } from '../../define/index.ts'
import { cutFields } from '../output-lib/cut-fields.ts'

const other = 'Something else'

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
    const answers = await Promise.allSettled(questions.map((question) => ask(question, context)))
    const [failed] = answers.filter((answer) => answer.status === 'rejected')
    // What was answered is not lost because another question was not.
    if (failed && answers.every(({ status }) => status === 'rejected')) throw failed.reason
    return {
      answers: questions.map(({ question }, index) => {
        const answer = answers[index]
        return answer?.status === 'fulfilled'
          ? { question, answer: answer.value }
          : { question, answer: null, note: 'nobody answered it in time' }
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

async function ask(asked: AskedQuestion, context: ToolContext): Promise<string | string[]> {
  const { options = [], multiple } = asked
  if (options.length === 0) return context.ask({ question: textOf(asked) })
  if (multiple) return chosen(await context.ask({ question: severalOf(asked) }), asked)
  const labels = options.map(({ label }) => label)
  const answer = await context.ask({
    question: textOf(asked, descriptionsOf(asked)),
    choices: labels.includes(other) ? labels : [...labels, other],
  })
  if (answer !== other || labels.includes(other)) return answer
  return context.ask({ question: textOf(asked, ['In your own words:']) })
}

function textOf({ header, question }: AskedQuestion, lines: readonly string[] = []): string {
  return [header === undefined ? question : `${header}: ${question}`, ...lines].join('\n')
}

function descriptionsOf({ options = [] }: AskedQuestion): string[] {
  return options.flatMap(({ label, description }) =>
    description === undefined ? [] : [`${label}: ${description}`],
  )
}

function severalOf(asked: AskedQuestion): string {
  const lines = (asked.options ?? []).map(
    ({ label, description }, index) =>
      `${index + 1}. ${label}${description === undefined ? '' : `: ${description}`}`,
  )
  return textOf(asked, [
    ...lines,
    'Several may be chosen: write their numbers with commas, or your own words.',
  ])
}

/** Labels if numbers or labels were written, else the words as they came. */
function chosen(answer: string, { options = [] }: AskedQuestion): string | string[] {
  const labels = options.map(({ label }) => label)
  const picked = answer
    .split(',')
    .map((word) => word.trim())
    .map(
      (word) =>
        labels.find((label) => label.toLowerCase() === word.toLowerCase()) ?? labels[Number(word) - 1],
    )
  return picked.every((label) => label !== undefined) ? [...new Set(picked)] : answer
}
