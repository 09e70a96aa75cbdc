import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool, type ToolManifest } from '../define/index.ts'
import { createSearch, wordsOf } from './search.ts'

const manifest = (
  name: string,
  description: string,
  { parameters = [], tags = [] }: { parameters?: readonly string[]; tags?: readonly string[] } = {},
): ToolManifest =>
  defineTool({
    name,
    description,
    tags,
    inputSchema: { type: 'object', properties: Object.fromEntries(parameters.map((key) => [key, {}])) },
    execute: () => 1,
  }).manifest

const tools = [
  manifest('read_file', 'Reads the content of a file.', { parameters: ['path', 'offset', 'limit'] }),
  manifest('write_file', 'Writes content to a file.', { parameters: ['path', 'content'] }),
  manifest('list_dir', 'Lists the files and folders of a directory.', { parameters: ['path'] }),
  manifest('get_weather', 'Current weather and forecast of a city.', { parameters: ['city', 'units'] }),
  manifest('sendEmail', 'Sends a message to a person.', {
    parameters: ['recipient', 'subject', 'body'],
    tags: ['mail'],
  }),
  manifest('run_query', 'Runs a query on the database.', { parameters: ['sql'] }),
  manifest('du_qu', '读取PDF文件的内容', { parameters: ['lujing'] }),
  manifest('cha_tianqi', '查询城市的当前天气', { parameters: ['chengshi'] }),
]
const find = createSearch(tools)
const namesFor = (query: string, limit = 5): string[] => find(query, limit).map((hit) => hit.manifest.name)

describe('searching tools', () => {
  const first: Record<string, string> = {
    'read a file': 'read_file',
    'reading files': 'read_file',
    'write file': 'write_file',
    readFile: 'read_file',
    'list directories': 'list_dir',
    weather: 'get_weather',
    'weather in cities': 'get_weather',
    email: 'sendEmail',
    'send mail': 'sendEmail',
    'sql queries': 'run_query',
    recipients: 'sendEmail',
    城市天气: 'cha_tianqi',
    文件: 'du_qu',
    PDF: 'du_qu',
    读取文件: 'du_qu',
  }
  for (const [query, name] of Object.entries(first))
    it(`puts ${name} first for "${query}"`, () => assert.equal(namesFor(query)[0], name))

  it('weighs a word in the name above the same word in a description', () => {
    const search = createSearch([
      manifest('a', 'Talks about weather at length.'),
      manifest('weather', 'Something.'),
    ])
    assert.deepEqual(
      search('weather', 5).map((hit) => hit.manifest.name),
      ['weather', 'a'],
    )
  })

  it('weighs rare words above common ones', () => {
    const search = createSearch([
      ...Array.from({ length: 20 }, (_, index) => manifest(`file_tool_${index}`, 'Works on a file.')),
      manifest('checksum', 'Computes a checksum.'),
    ])
    assert.equal(search('file checksum', 5)[0]?.manifest.name, 'checksum')
  })

  it('answers nothing for words that nobody has, and for none', () => {
    for (const query of ['zebra', '', '  ', '!?', '👍']) assert.deepEqual(namesFor(query), [])
    assert.deepEqual(createSearch([])('file', 5), [])
  })

  it('answers at most as many as asked, best first, with falling scores', () => {
    const hits = find('file path content', 3)
    assert.equal(hits.length, 3)
    assert.deepEqual(
      hits.map(({ score }) => score).toSorted((a, b) => b - a),
      hits.map(({ score }) => score),
    )
  })

  it('keeps the order of registration between equals', () => {
    const search = createSearch(['b', 'a', 'c'].map((name) => manifest(`${name}_x`, 'Same.')))
    assert.deepEqual(
      search('same', 5).map((hit) => hit.manifest.name),
      ['b_x', 'a_x', 'c_x'],
    )
  })

  it('does not count a word twice because the query says it twice', () => {
    assert.deepEqual(find('file file file', 5), find('file', 5))
  })

  it('finds members of Object.prototype no more than other words', () => {
    for (const word of ['constructor', '__proto__', 'prototype']) assert.deepEqual(namesFor(word), [])
  })
})

describe('the words of a text', () => {
  const equal: [string, string][] = [
    ['readFile', 'read_file'],
    ['Reading files', 'read_file'],
    ['file', 'files'],
    ['name', 'names'],
    ['page', 'pages'],
    ['query', 'queries'],
    ['search', 'searches'],
    ['write', 'writing'],
    ['delete', 'deleted'],
    ['make', 'making'],
    ['class', 'classes'],
    ['issue', 'issues'],
  ]
  for (const [left, right] of equal)
    it(`are the same for "${left}" and "${right}"`, () => assert.deepEqual(wordsOf(left), wordsOf(right)))

  it('part where one script ends and another begins', () => {
    assert.deepEqual(wordsOf('读取PDF文件'), ['读取', 'pdf', '文件'])
    assert.deepEqual(wordsOf('サーバー'), ['サー', 'ーバ', 'バー'])
    assert.deepEqual(wordsOf('天'), ['天'])
    assert.deepEqual(wordsOf('查询,天气。'), ['查询', '天气'])
  })

  it('keep letters with accents whole, written either way', () => {
    assert.equal(wordsOf('café').length, 1)
    assert.equal(wordsOf('café'.normalize('NFD')).length, 1)
  })
})
