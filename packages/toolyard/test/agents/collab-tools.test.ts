/** Questions to people and the plan of a conversation, through the pipeline. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textOf } from '../../src/define/index.ts'
import type { OpenQuestion } from '../../src/pipeline/index.ts'
import { createMemoryStore } from '../../src/store/index.ts'
import { openCompany } from './company.ts'

/** A person who answers each question by its text. */
function person(answers: (question: OpenQuestion) => string) {
  const asked: OpenQuestion[] = []
  return {
    asked,
    approver: {
      ask: async () => ({ decision: 'reject', by: 'ann' }) as const,
      async question(question: OpenQuestion) {
        asked.push(question)
        return { text: answers(question), by: 'ann' }
      },
    },
  }
}

describe('ask_user_question', () => {
  it('asks one to four questions with choices, several choices or free words, and answers what was said', async (test) => {
    const values = { answer_1: 'Red', answer_2: ['Mon', 'Thu'], answer_2_other: ' Sun ', answer_3: 'Tuesday' }
    const ann = person(() => JSON.stringify(values))
    const { yard } = await openCompany(test, {})
    const questions = [
      {
        question: 'Which colour?',
        header: 'Colour',
        options: [{ label: 'Red', description: 'Like fire.' }, { label: 'Blue' }],
      },
      {
        question: 'Which days?',
        options: [{ label: 'Mon' }, { label: 'Tue' }, { label: 'Thu' }],
        multiple: true,
      },
      { question: 'Anything else?' },
    ]
    const result = await yard.call('ask_user_question', { questions }, { person: ann.approver })
    assert.deepEqual(result.data, {
      answers: [
        { question: 'Which colour?', answer: 'Red' },
        { question: 'Which days?', answer: ['Mon', 'Thu', 'Sun'] },
        { question: 'Anything else?', answer: 'Tuesday' },
      ],
    })
    assert.equal(
      textOf(result),
      'Which colour?\n→ Red\n\nWhich days?\n→ Mon, Thu, Sun\n\nAnything else?\n→ Tuesday',
    )
    const [asked, ...others] = ann.asked
    assert.deepEqual(others, [], 'what is asked together is one form')
    assert.equal(asked?.text, '1. Colour: Which colour?\n2. Which days?\n3. Anything else?')
    const { properties = {} } = asked.form ?? {}
    assert.deepEqual(properties['answer_1'], {
      title: 'Colour',
      description: 'Which colour?',
      type: 'string',
      oneOf: [
        { const: 'Red', title: 'Red: Like fire.' },
        { const: 'Blue', title: 'Blue' },
      ],
    })
    assert.deepEqual(Object.keys(properties), [
      'answer_1',
      'answer_1_other',
      'answer_2',
      'answer_2_other',
      'answer_3',
    ])
    const own = person(() => JSON.stringify({ answer_1: 'Red', answer_1_other: 'Green' }))
    const said = await yard.call('ask_user_question', { questions }, { person: own.approver })
    assert.deepEqual(said.data, {
      answers: [
        { question: 'Which colour?', answer: 'Green' },
        { question: 'Which days?', answer: null, note: 'the user left it open' },
        { question: 'Anything else?', answer: null, note: 'the user left it open' },
      ],
    })
    for (const wrong of [[], Array.from({ length: 5 }, () => questions[2])])
      assert.equal(
        (await yard.call('ask_user_question', { questions: wrong })).error?.code,
        'invalid_arguments',
      )
  })

  it('takes own words where none of the choices is right', async (test) => {
    const ann = person(({ choices }) => (choices ? 'Something else' : 'Green, please'))
    const { yard } = await openCompany(test, {})
    const questions = [{ question: 'Which?', options: [{ label: 'Red' }] }]
    const { data } = await yard.call('ask_user_question', { questions }, { person: ann.approver })
    assert.deepEqual(data, { answers: [{ question: 'Which?', answer: 'Green, please' }] })
  })

  it('waits in the inbox, where anybody may answer, and says where nobody can be asked', async (test) => {
    const { yard } = await openCompany(test, {}, { approvals: 'wait' })
    const asked = yard.call('ask_user_question', { questions: [{ question: 'Go on?' }] }, { threadId: 't' })
    let [item] = await yard.inbox.list()
    for (; !item; [item] = await yard.inbox.list()) await new Promise(setImmediate)
    await yard.inbox.answer(item.id, 'Yes', { by: 'bob' })
    assert.match(textOf(await asked), /→ Yes$/)
    const { yard: alone } = await openCompany(test, {})
    const refused = await alone.call('ask_user_question', { questions: [{ question: 'Go on?' }] })
    assert.match(refused.error?.message ?? '', /nobody to ask: .*Go on\?/)
    assert.equal(refused.error?.code, 'denied')
  })
})

describe('task', () => {
  it('keeps the plan of a conversation, with parts, and shows it after every change', async (test) => {
    const { yard } = await openCompany(test, {})
    const task = async (input: object, threadId = 't') => textOf(await yard.call('task', input, { threadId }))
    assert.equal(await task({ action: 'list' }), 'The plan is empty.')
    await task({ action: 'create', title: 'Build' })
    await task({ action: 'create', title: 'Foundation', parent: '1', details: 'Deep enough.' })
    await task({ action: 'create', title: 'Move in', status: 'in_progress' })
    await task({ action: 'complete', id: '2' })
    assert.equal(
      await task({ action: 'update', id: '1', title: 'Build the house' }),
      '[ ] 1. Build the house\n  [x] 2. Foundation\n        Deep enough.\n[~] 3. Move in',
    )
    assert.equal(await task({ action: 'list' }, 'other'), 'The plan is empty.')
    assert.equal(await task({ action: 'remove', id: '1' }), '[~] 3. Move in')
    assert.match(await task({ action: 'create', title: 'Again' }), /4\. Again/)
  })

  it('refuses what makes no sense with the next step', async (test) => {
    const { yard } = await openCompany(test, {})
    const refusal = async (input: object) => (await yard.call('task', input, { threadId: 't' })).error
    await yard.call('task', { action: 'create', title: 'One' }, { threadId: 't' })
    await yard.call('task', { action: 'create', title: 'Two', parent: '1' }, { threadId: 't' })
    assert.equal((await refusal({ action: 'create' }))?.code, 'invalid_arguments')
    assert.equal((await refusal({ action: 'complete' }))?.code, 'invalid_arguments')
    assert.deepEqual(
      [
        (await refusal({ action: 'remove', id: '9' }))?.code,
        (await refusal({ action: 'remove', id: '9' }))?.hint,
      ],
      ['not_found', 'Tasks: 1, 2.'],
    )
    assert.match((await refusal({ action: 'update', id: '1', parent: '2' }))?.message ?? '', /part of itself/)
    assert.equal((await refusal({ action: 'create', title: 'x', parent: '7' }))?.code, 'not_found')
  })

  it('gives every one of many tasks that are made at once a number of its own', async (test) => {
    const { yard } = await openCompany(test, {})
    const made = Array.from({ length: 10 }, (_, index) =>
      yard.call('task', { action: 'create', title: `T${index}` }, { threadId: 't' }),
    )
    await Promise.all(made)
    const tasks = await yard.store.records.list('tasks', 't')
    assert.deepEqual(
      tasks.map(({ id }) => Number(id)),
      Array.from({ length: 10 }, (_, index) => index + 1),
    )
  })

  it('loses none of those that several processes make at once', async (test) => {
    const store = createMemoryStore()
    const companies = [
      await openCompany(test, {}, { database: store }),
      await openCompany(test, {}, { database: store }),
      await openCompany(test, {}, { database: store }),
    ]
    const made = companies.flatMap(({ yard }, company) =>
      Array.from({ length: 10 }, (_, index) =>
        yard.call('task', { action: 'create', title: `${company} ${index}` }, { threadId: 't' }),
      ),
    )
    for (const result of await Promise.all(made)) assert.equal(result.status, 'ok')
    assert.equal((await store.records.list('tasks', 't')).length, 30)
  })
})
