/**
 * Twenty things that people do in a browser, as both sets of tools have to do them.
 *
 * @module
 */
import type { Field, Walk } from './walk.ts'

export interface Task {
  readonly name: string
  run(walk: Walk, origin: string): Promise<void>
}

/** Opens a page of the site first. */
function at(path: string, name: string, run: (walk: Walk) => Promise<void>): Task {
  return {
    name,
    async run(walk, origin) {
      await walk.leads((tools) => tools.open(origin + path))
      await run(walk)
    },
  }
}

async function field(
  walk: Walk,
  kind: Field['kind'],
  [name, value]: readonly [string, string | boolean],
): Promise<Field> {
  return { name, kind, value, ref: await walk.ref(`${kind} "${name}"`) }
}

export const tasks: readonly Task[] = [
  at('/form', 'fill a form that is checked', async (walk) => {
    const fields = [
      await field(walk, 'textbox', ['First name', 'Ada']),
      await field(walk, 'textbox', ['Last name', 'Lovelace']),
      await field(walk, 'textbox', ['City', 'London']),
      await field(walk, 'combobox', ['Country', 'France']),
    ]
    await walk.does((tools) => tools.fillIn(fields))
    await walk.click('button "Register"')
    await walk.expect('Please agree first')
    await walk.click('checkbox "I agree"')
    await walk.follow('button "Register"')
    await walk.expect('Your registration is complete')
  }),
  at('/login', 'log in and find the delayed order', async (walk) => {
    const fields = [
      await field(walk, 'textbox', ['User', 'ada']),
      await field(walk, 'textbox', ['Password', 'secret']),
    ]
    await walk.does((tools) => tools.fillIn(fields))
    await walk.follow('button "Log in"')
    await walk.expect('Signed in as Ada')
    await walk.follow('link "Orders"')
    await walk.expect('delayed')
  }),
  at('/shop', 'buy a lamp', async (walk) => {
    await walk.follow('link "See Lamp"')
    await walk.click('button "Add to cart"')
    await walk.expect('Cart: 1')
    await walk.follow('link "Cart"')
    await walk.expect('Lamp, 20 EUR')
    await walk.follow('link "Order now"')
    await walk.expect('complete')
  }),
  at('/shop', 'search a list', async (walk) => {
    const ref = await walk.ref('searchbox "Search"')
    await walk.does((tools) => tools.type(ref, 'Mirror', false))
    await walk.follow('link "See Mirror"')
    await walk.expect('Product')
  }),
  at('/app', 'go through views of an app and back', async (walk) => {
    await walk.click('button "Inbox"')
    await walk.expect('Letter 7 in Inbox')
    await walk.click('button "Sent"')
    await walk.expect('Letter 7 in Sent')
    await walk.does((tools) => tools.back())
  }),
  at('/todo', 'add two entries and tick one', async (walk) => {
    const ref = await walk.ref('textbox "New"')
    await walk.does((tools) => tools.type(ref, 'Milk', true))
    await walk.expect('Milk')
    await walk.does((tools) => tools.type(ref, 'Bread', true))
    await walk.expect('Bread')
    await walk.click('checkbox "Milk"')
  }),
  at('/wizard', 'three steps of a wizard', async (walk) => {
    for (const step of [1, 2, 3]) {
      const ref = await walk.ref(`textbox "Value ${step}"`)
      await walk.does((tools) => tools.type(ref, `${step}`, false))
      await walk.click('button "Next"')
    }
    await walk.expect('All steps done')
  }),
  at('/dialog', 'confirm a dialog', async (walk) => {
    await walk.click('button "Delete"')
    await walk.expect('Delete all files?')
    await walk.does((tools) => tools.acceptDialog())
    await walk.expect('Everything is deleted')
  }),
  at('/frames', 'vote in a frame', async (walk) => {
    await walk.click('button "Vote"')
    await walk.expect('Voted yes')
  }),
  at('/shadow', 'click in a shadow tree', async (walk) => {
    await walk.click('button "Count"')
    await walk.expect('1 clicks')
  }),
  at('/scroll', 'scroll an endless list', async (walk) => {
    await walk.does((tools) => tools.scrollDown())
    await walk.reads('Entry 26', 'Entry 50')
  }),
  at('/hover', 'open a menu by hovering', async (walk) => {
    const ref = await walk.ref('button "Products"')
    await walk.does((tools) => tools.hover(ref))
    await walk.follow('link "All products"')
    await walk.expect('Shop')
  }),
  at('/drag', 'drag a card', async (walk) => {
    const [from, to] = [await walk.ref('button "Card"'), await walk.ref('region "Done"')]
    await walk.does((tools) => tools.drag(from, to))
    await walk.expect('Card is done')
  }),
  at('/tabs', 'read what opens in a new tab', async (walk) => {
    await walk.click('link "Open receipt"')
    await walk.leads((tools) => tools.useTab(2))
    await walk.expect('Your registration is complete')
  }),
  at('/article', 'read a long page', async (walk) => {
    await walk.reads('Chapter 0', 'Chapter 29')
  }),
  at('/upload', 'upload a file', async (walk) => {
    const ref = await walk.ref('button "File"')
    await walk.does((tools) => tools.upload(ref, 'letter.txt'))
    await walk.expect('Chosen: letter.txt')
  }),
  at('/settings', 'change three settings', async (walk) => {
    const fields = [
      await field(walk, 'checkbox', ['Mail', true]),
      await field(walk, 'checkbox', ['Sound', true]),
      await field(walk, 'checkbox', ['Beta', true]),
    ]
    await walk.does((tools) => tools.fillIn(fields))
    await walk.click('button "Save"')
    await walk.expect('Saved 3 settings')
  }),
  at('/slow', 'wait for what comes late', async (walk) => {
    await walk.click('button "Create report"')
    await walk.does((tools) => tools.waitFor('Report is ready'))
    await walk.expect('Report is ready')
  }),
  at('/form', 'choose from a list and use the keyboard', async (walk) => {
    const ref = await walk.ref('combobox "Country"')
    await walk.does((tools) => tools.select(ref, 'France'))
    await walk.does((tools) => tools.press('Tab'))
  }),
  at('/home', 'go to a page and back', async (walk) => {
    await walk.follow('link "Orders"')
    await walk.reads('1000', '1011')
    await walk.leads((tools) => tools.back())
    await walk.expect('Signed in as Ada')
  }),
]
