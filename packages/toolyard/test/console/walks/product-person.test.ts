/**
 * A product person makes an agent without writing code, tries it, talks to it, answers its questions, and finds the conversation the next
 * day. In both languages, themes and widths.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { checkAxe, checkWidth, logOf, say } from '../chat-yard.ts'
import { picture, ServedYard } from '../served-yard.ts'
import { yardFiles } from '../yard-files.ts'
import { goTo } from './by-menu.ts'
import { type View, views } from './views.ts'

const config = `import { defineConfig } from 'toolyard'

export default defineConfig({
  tools: { folders: ['tools'], builtins: ['collab', 'system', 'files'] },
})
`

/** What is said in the walk, by the person and by the model. */
const talks = {
  en: {
    name: 'Travel planner',
    prompt: 'You plan short trips. Ask when something is unclear.',
    search: 'questions',
    tried: 'What can you do?',
    ability: '## What I do\n\n- plan **weekends**\n- pack bags',
    abilities: ['plan weekends', 'pack bags'],
    wish: 'Plan a weekend in Lisbon',
    question: 'What should the weekend have?',
    options: ['Museums', 'Beaches', 'Good food', 'Night life'],
    answer: 'I plan the weekend with:\n\n{{lastResult}}',
    chosen: 'Museums, Good food',
  },
  zh: {
    name: '旅行助手',
    prompt: '你负责安排短途旅行。信息不清楚时先提问。',
    search: '提问',
    tried: '你能做什么？',
    ability: '## 我能做的事\n\n- 安排**周末**行程\n- 列出行李清单',
    abilities: ['安排周末行程', '列出行李清单'],
    wish: '帮我安排一个里斯本的周末',
    question: '这个周末想安排什么？',
    options: ['博物馆', '海滩', '美食', '夜生活'],
    answer: '好的，按你的选择安排周末：\n\n{{lastResult}}',
    chosen: '博物馆, 美食',
  },
}
type Talk = (typeof talks)['en']

function scriptOf({ tried, ability, question, options, answer }: Talk): object {
  const asked = { question, multiple: true, options: options.map((label) => ({ label })) }
  const asks = { calls: [{ tool: 'ask_user_question', input: { questions: [asked] } }] }
  return {
    rules: [
      { when: tried.slice(0, 4).toLowerCase(), turns: [{ text: ability }] },
      { turns: [asks, { text: answer }] },
    ],
  }
}

describe('a product person', () => {
  let yard: ServedYard
  before(async () => {
    yard = await ServedYard.start({
      ...yardFiles,
      'toolyard.config.ts': config,
      'scripts/travel-en.json': JSON.stringify(scriptOf(talks.en)),
      'scripts/travel-zh.json': JSON.stringify(scriptOf(talks.zh)),
    })
  })
  after(() => yard[Symbol.asyncDispose]())

  for (const view of views)
    it(`makes an agent, talks to it and finds the conversation the next day: ${view.name}`, async () => {
      const talk = {
        ...talks[view.language],
        name: `${talks[view.language].name} ${view.theme} ${view.width}`,
      }
      await using today = await yard.visit('/tools', view.options)
      const { page } = today
      await goTo(page, view, 'agents')
      await page.getByRole('link', { name: view.words.agents.create }).first().click()
      await nameIt(page, view, talk)
      await chooseModel(page, view)
      await chooseTools(page, view, talk)
      await tryIt(page, view, talk)
      await saveAndTalk(page, view, talk)
      await answerQuestion(page, view, talk)
      assert.deepEqual(today.faults, [])
      const storageState = await page.context().storageState()
      await page.close()
      await using tomorrow = await yard.visit('/', { ...view.options, storageState, token: '' })
      await comeBack(tomorrow.page, view, talk)
      assert.deepEqual(tomorrow.faults, [])
    })
})

async function nameIt(page: Page, { words }: View, { name, prompt }: Talk): Promise<void> {
  await page.getByRole('heading', { level: 1, name: words.agents.newTitle }).waitFor()
  await page.getByLabel(words.common.name, { exact: true }).fill(name)
  await page.getByLabel(words.agents.prompt, { exact: true }).fill(prompt)
}

/** A model without a key says which one it misses; a script needs none. */
async function chooseModel(page: Page, view: View): Promise<void> {
  const { language, name } = view
  const { agents } = view.words
  const model = page.getByRole('combobox', { name: agents.model, exact: true })
  await model.click()
  const list = page.getByRole('listbox', { name: agents.model })
  await list.getByText(agents.keyMissing('OPENAI_API_KEY')).waitFor()
  await list
    .getByRole('option', { name: /openai\/gpt-5/ })
    .first()
    .click()
  const missing = page.getByText(agents.missingKey('OPENAI_API_KEY'))
  await missing.waitFor()
  await picture(page, `walk-product-${name}-1-key`)
  await tryWithoutKey(page, view)
  await page.getByRole('button', { name: agents.showModels }).click()
  await list.getByText(agents.providers.scripted).waitFor()
  await picture(page, `walk-product-${name}-2-models`)
  await checkAxe(page, 'the list of models')
  await list.getByRole('option', { name: `scripted/scripts/travel-${language}.json` }).click()
  await missing.waitFor({ state: 'detached' })
}

/** Who tries it all the same is told why it can't be, in their language. */
async function tryWithoutKey(page: Page, { words: { agents, errors }, language, name }: View): Promise<void> {
  await page.getByRole('tab', { name: agents.playground }).click()
  const place = page.getByRole('region', { name: agents.playground })
  await place.getByLabel(agents.tryMessage).fill('?')
  await place.getByRole('button', { name: agents.tryIt }).click()
  const why = {
    zh: errors.says.variableNotSet('OPENAI_API_KEY'),
    en: 'the environment variable OPENAI_API_KEY is not set',
  }
  await place.getByText(why[language]).waitFor()
  await picture(page, `walk-product-${name}-1-keyless`)
  await page.getByRole('tab', { name: agents.tools }).click()
}

/** A whole group that is folded, a tool of one that is opened, and one that is found by a word of the person's language. */
async function chooseTools(
  page: Page,
  { words: { agents, tools }, name }: View,
  { search }: Talk,
): Promise<void> {
  const files = page.getByRole('button', { name: new RegExp(`^${tools.categories.files} \\d`) })
  assert.equal(await files.getAttribute('aria-expanded'), 'false')
  await page.getByRole('checkbox', { name: agents.selectGroup('text') }).click()
  await page.getByText(agents.chosen('2', false)).waitFor()
  await files.click()
  await page.getByRole('checkbox', { name: /^read_file/ }).click()
  await page.getByText(agents.chosen('3', false)).waitFor()
  await picture(page, `walk-product-${name}-3-groups`)
  await page.getByRole('searchbox', { name: agents.searchTools }).fill(search)
  await page.getByRole('checkbox', { name: /^ask_user_question/ }).click()
  await page.getByText(agents.chosen('4', false)).waitFor()
  await picture(page, `walk-product-${name}-3-tools`)
  await checkAxe(page, 'the form')
  await checkWidth(page)
}

async function tryIt(page: Page, { words: { agents }, name }: View, talk: Talk): Promise<void> {
  await page.getByRole('tab', { name: agents.playground }).click()
  const place = page.getByRole('region', { name: agents.playground })
  await place.getByLabel(agents.tryMessage).fill(talk.tried)
  await place.getByRole('button', { name: agents.tryIt }).click()
  for (const ability of talk.abilities)
    await place.getByRole('listitem').filter({ hasText: ability }).last().waitFor()
  assert.equal(await place.getByText('**').count(), 0, 'no marks of Markdown')
  await picture(page, `walk-product-${name}-4-playground`)
  await checkAxe(page, 'the playground')
  await checkWidth(page)
}

async function saveAndTalk(page: Page, { words, name: viewName }: View, { name }: Talk): Promise<void> {
  const { agents, shell, chat } = words
  await page.getByRole('button', { name: agents.createAction }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  const link = page.getByRole('main').getByRole('link', { name: shell.chat, exact: true })
  await inWindow(link)
  await picture(page, `walk-product-${viewName}-5-saved`)
  await checkAxe(page, 'the agent')
  await link.click()
  await page.getByText(chat.emptyTitle(name)).waitFor()
}

async function answerQuestion(page: Page, { words, name: viewName }: View, talk: Talk): Promise<void> {
  await say(page, talk.wish)
  const log = logOf(page)
  const question = log.getByRole('article', { name: words.inbox.asks(talk.name) })
  const [first = '', , third = ''] = talk.options
  await question.getByRole('checkbox', { name: first }).check()
  await question.getByRole('checkbox', { name: third }).check()
  await picture(page, `walk-product-${viewName}-6-question`)
  await checkAxe(page, 'the question')
  await checkWidth(page)
  await question.getByRole('button', { name: words.inbox.send }).click()
  await log.getByText(talk.chosen).last().waitFor()
  await question.waitFor({ state: 'detached' })
  await picture(page, `walk-product-${viewName}-7-answer`)
}

async function comeBack(page: Page, view: View, talk: Talk): Promise<void> {
  const { words, width, name } = view
  await goTo(page, view, 'chat')
  const log = logOf(page)
  await log.getByText(talk.wish).waitFor()
  await log.getByText(talk.chosen).last().waitFor()
  if (width === 390) await page.getByRole('button', { name: words.chat.conversations }).click()
  const list =
    width === 390
      ? page.getByRole('dialog', { name: words.chat.conversations })
      : page.getByRole('navigation', { name: words.chat.conversations })
  await list.getByRole('link', { name: talk.name }).waitFor()
  await picture(page, `walk-product-${name}-8-tomorrow`)
  await checkAxe(page, 'the next day')
  await checkWidth(page)
}

/** A person need not scroll to see it. */
async function inWindow(locator: Locator): Promise<void> {
  const [box, size] = [await locator.boundingBox(), locator.page().viewportSize()]
  assert.ok(box && size && box.y >= 0 && box.y + box.height <= size.height, 'in the window')
}
