import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { tempFolder } from '../../temp-folder.test.ts'
import { lookAtExport } from './look-at-export.ts'

async function kindOf(t: TestContext, source: string, name: string | undefined = 'it'): Promise<string> {
  const folder = await tempFolder(t)
  const looked = await lookAtExport(await folder.write('it.ts', source), name, 'it')
  return looked.kind
}

const sources: readonly (readonly [string, string])[] = [
  ['export class it { execute() {} }', 'class'],
  ['class it {}\nexport { it }', 'class'],
  ['export function it(input: { a: number }) { return input }', 'function'],
  ['export async function* it(input) { yield input }', 'function'],
  ['export function it<T>(input: T): T { return input }', 'function'],
  ['export function it() { return new Counter() }', 'maker'],
  ['export const it = async () => new Counter()', 'maker'],
  ['export const it = (): Counter => new Counter()', 'maker'],
  ['export const it = ({ a, b }: Pair): number => a + b', 'function'],
  ['export const it: Tool = async (input) => input', 'function'],
  ['export const it = input => input', 'function'],
  ['export const it = { execute: (input) => input }', 'object'],
  ['export const it = { create: () => new Counter() }', 'factory'],
  ['// class it {}\nexport const it = wrap(something)', 'unknown'],
  ['export const other = 1', 'unknown'],
]

describe('an export, by the text of its module', () => {
  for (const [source, kind] of sources)
    it(`is ${kind}: ${source.replaceAll('\n', ' ')}`, async (t) => {
      assert.equal(await kindOf(t, source), kind)
    })

  it('is the default one where no name is given, or one that is called like the tool', async (t) => {
    const folder = await tempFolder(t)
    const lookAt = async (source: string): Promise<object> =>
      lookAtExport(await folder.write('it.ts', source), undefined, 'it')
    assert.deepEqual(await lookAt('export default class Counter {}'), { name: 'default', kind: 'class' })
    assert.deepEqual(await lookAt('const run = (input) => input\nexport default run\n'), {
      name: 'default',
      kind: 'function',
    })
    assert.deepEqual(await lookAt('export const it = (input) => input'), { name: 'it', kind: 'function' })
  })
})
