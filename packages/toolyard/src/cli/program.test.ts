import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ToolyardError } from '../kernel/index.ts'
import { type Command, command, type CommandGroup } from './command.ts'
import { commandGroups } from './commands/index.ts'
import { nameList, wholeNumber } from './parsers.ts'
import { buildProgram } from './program.ts'
import { argument, argumentOr, flag, type OptionsOf, repeatedFlag, type Takes, words } from './takes.ts'
import type { Terminal } from './terminal/terminal.ts'

/** Keeps what is printed. */
function fakeScreen() {
  const printed: string[] = []
  const keep = (text: string): void => void printed.push(text)
  const terminal = { write: keep, note: keep, style: (_: string, text: string) => text }
  return { printed, terminal: terminal as unknown as Terminal }
}

function programOf(groups: readonly CommandGroup[]) {
  const { printed, terminal } = fakeScreen()
  const signal = new AbortController().signal
  const read = buildProgram({ groups, terminal, signal, json: false, tidyWithin: () => {} })
  return { printed, run: (...given: string[]) => read(['node', 'toolyard', ...given]) }
}

const takes = {
  name: argument('<name>', 'a name'),
  version: argument('[version]', 'a number', wholeNumber),
  dryRun: flag('--dry-run', 'a switch'),
  title: flag('--title <text>', 'a text'),
  hosts: flag('--hosts <name...>', 'several texts'),
  tools: flag('--tools <names>', 'names', nameList),
  field: repeatedFlag('--field <name=value>', 'several times'),
  output: flag('--output', 'with it'),
  noOutput: flag('--no-output', 'without it'),
}

/** Reads a command line by what a command takes, and answers its options. */
async function optionsOf(all: Takes, ...given: string[]): Promise<unknown> {
  let got: unknown
  const probe = command({ name: 'probe', summary: 'probes', takes: all }, async () => async (options) => {
    got = options
    return 0
  })
  await programOf([{ title: 'Commands:', commands: [probe] }]).run('probe', ...given)
  return got
}

describe('what a command takes', () => {
  it('is the type of its options, which are there only if they are given', () => {
    const least: OptionsOf<typeof takes> = { name: 'a', field: [] }
    const most: Required<OptionsOf<typeof takes>> = {
      ...least,
      version: 1,
      dryRun: true,
      title: '',
      hosts: [''],
      tools: [''],
      output: false,
    }
    // @ts-expect-error -- "--no-output" makes "output" false, and is no option of its own
    assert.equal(most.noOutput, undefined)
  })

  it('reads arguments by their place and flags by their names', async () => {
    assert.deepEqual(await optionsOf(takes, 'a'), { name: 'a', field: [] })
    assert.deepEqual(
      await optionsOf(takes, 'a', '2', '--dry-run', '--tools', 'x, y', '--field', 'a=1', '--field', 'b=2'),
      { name: 'a', version: 2, dryRun: true, tools: ['x', 'y'], field: ['a=1', 'b=2'] },
    )
    assert.deepEqual(await optionsOf(takes, 'a', '--hosts', 'x', 'y', '--no-output'), {
      name: 'a',
      field: [],
      hosts: ['x', 'y'],
      output: false,
    })
  })

  it('gives a value of its own if none is given, and all words to a command that judges them itself', async () => {
    const all = { folder: argumentOr('.', '[folder]', 'a folder') }
    assert.deepEqual(await optionsOf(all), { folder: '.' })
    assert.deepEqual(await optionsOf({ words: words('[id]', 'an id') }, 'a', 'b'), { words: ['a', 'b'] })
    assert.deepEqual(await optionsOf({ words: words() }), { words: [] })
  })

  it('refuses a value that its parser refuses', async () => {
    await assert.rejects(optionsOf(takes, 'a', 'many'), /It must be a whole number from 1/)
  })

  it('refuses a flag under another name than its own', async () => {
    await assert.rejects(
      optionsOf({ older: flag('--older-than <age>', 'an age') }),
      (error) =>
        ToolyardError.isInstance(error) && error.code === 'invalid_definition' && /older/.test(error.message),
    )
  })
})

describe('the list of commands', () => {
  it('takes commands from elsewhere, into a group of their own or one that is there', async () => {
    const ran: string[] = []
    const own = (name: string): Command =>
      command({ name, summary: `runs ${name}`, examples: [name] }, async () => async () => {
        ran.push(name)
        return 1
      })
    const { printed, run } = programOf([
      ...commandGroups,
      { title: 'Agents:', commands: [own('crew')] },
      { title: 'Plans:', commands: [own('plan')] },
    ])
    assert.equal(await run('plan'), 1)
    assert.deepEqual(ran, ['plan'])
    await assert.rejects(run('--help'))
    const help = printed.join('')
    assert.match(help, /Agents:\n(?: +.*\n)+ +crew +runs crew\n/)
    assert.match(help, /Plans:\n +plan +runs plan\n\n/)
  })

  it('says of every command what it does, and shows how it is written', () => {
    const all = (commands: readonly Command[]): readonly Command[] =>
      commands.flatMap((one) => [one, ...all(one.commands ?? [])])
    const known = all(commandGroups.flatMap(({ commands }) => commands))
    assert.ok(known.length > 40)
    for (const { name, summary, run, examples = [], details, commands = [] } of known) {
      assert.ok(summary !== '', name)
      assert.ok(run ? examples.length > 0 || details !== undefined : commands.length > 0, name)
    }
  })
})
