import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool, type ToolManifest } from '../../define/index.ts'
import { createWordIndex } from './word-index.ts'
import { createWordReader } from '../../kernel/index.ts'

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
const find = createWordIndex(tools).search
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
    const { search } = createWordIndex([
      manifest('a', 'Talks about weather at length.'),
      manifest('weather', 'Something.'),
    ])
    assert.deepEqual(
      search('weather', 5).map((hit) => hit.manifest.name),
      ['weather', 'a'],
    )
  })

  it('weighs rare words above common ones', () => {
    const { search } = createWordIndex([
      ...Array.from({ length: 20 }, (_, index) => manifest(`file_tool_${index}`, 'Works on a file.')),
      manifest('checksum', 'Computes a checksum.'),
    ])
    assert.equal(search('file checksum', 5)[0]?.manifest.name, 'checksum')
  })

  it('answers nothing for words that nobody has, and for none', () => {
    for (const query of ['zebra', '', '  ', '!?', '👍']) assert.deepEqual(namesFor(query), [])
    assert.deepEqual(createWordIndex([]).search('file', 5), [])
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
    const { search } = createWordIndex(['b', 'a', 'c'].map((name) => manifest(`${name}_x`, 'Same.')))
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
  const { wordsIn } = createWordReader()
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
    it(`are the same for "${left}" and "${right}"`, () => assert.deepEqual(wordsIn(left), wordsIn(right)))

  it('part where one script ends and another begins', () => {
    assert.deepEqual(wordsIn('文件PDF天气'), ['pdf', '文件', '天气'])
    assert.deepEqual(wordsIn('サーバー'), ['サーバー', 'サー', 'ーバ', 'バー'])
    assert.deepEqual(wordsIn('天'), ['天'])
    assert.deepEqual(wordsIn('查询,天气。'), ['查询', '天气'])
    assert.deepEqual(wordsIn('ＰＤＦ２'), ['pdf2'])
    assert.deepEqual(wordsIn('parseHTMLText'), ['pars', 'html', 'text'])
  })

  it('have no accents, written either way, but keep marks that make another letter', () => {
    assert.deepEqual(wordsIn('café'), ['caf'])
    assert.deepEqual(wordsIn('café'.normalize('NFD')), wordsIn('cafe'))
    assert.deepEqual(wordsIn('Tiếng Việt'), ['tieng', 'viet'])
    assert.deepEqual(wordsIn('мой'.normalize('NFD')), ['мой'])
    assert.deepEqual(wordsIn('मौसम की जानकारी'), ['मौसम', 'की', 'जानकारी'])
  })
})

describe('words of any language', () => {
  /** What is looked for, the description that has it, and one that does not. */
  const found: readonly (readonly [string, string, string])[] = [
    ['天气', '查询今天天气的工具', '读取文件的内容'],
    ['读取', '可以读取PDF文件', '查询今天天气的工具'],
    ['雨', '明天会不会下雨', '查询今天天气的工具'],
    ['查天气', '查询今天天气的工具', '发送邮件给同事'],
    ['天気', '今日の天気を調べる', 'ファイルを読む'],
    ['データベース', 'データベースを検索する', '今日の天気を調べる'],
    ['날씨', '오늘 날씨를 조회합니다', '파일을 읽습니다'],
    ['อากาศ', 'ตรวจสอบสภาพอากาศวันนี้', 'อ่านไฟล์'],
    ['погоду', 'Прогноз: погода в городе', 'Читает файл'],
    ['Wetter', 'Wettervorhersage für eine Stadt', 'Liest eine Datei'],
    ['previsao', 'Previsão do tempo', 'Lê um ficheiro'],
    ['καιρός', 'Ο ΚΑΙΡΟΣ σήμερα', 'Διαβάζει ένα αρχείο'],
    ['मौसम', 'आज का मौसम बताता है', 'फ़ाइल पढ़ता है'],
    ['الطقس', 'يعرض حالة الطقس اليوم', 'يقرأ ملفا'],
    ['طقس', 'يعرض حالة الطَّقْس اليوم', 'يقرأ ملفا'],
    ['thời tiết', 'Xem thời tiết hôm nay', 'Đọc một tệp'],
  ]
  for (const [query, right, wrong] of found)
    it(`find "${right}" for "${query}", and not "${wrong}"`, () => {
      const { search, filter } = createWordIndex([manifest('one', wrong), manifest('two', right)])
      const names = (hits: readonly { readonly manifest: ToolManifest }[]): string[] =>
        hits.map((hit) => hit.manifest.name)
      assert.deepEqual(names(search(query, 5)), ['two'])
      assert.deepEqual(names(filter(query)), ['two'])
    })
})

describe('the beginning of a word', () => {
  const { search, filter } = createWordIndex([
    manifest('searching', 'Something.'),
    manifest('sea', 'Something.'),
    manifest('se', 'Something.'),
    manifest('other', 'Uses a server.'),
  ])
  const names = (query: string): string[] => search(query, 5).map((hit) => hit.manifest.name)

  it('finds from three letters on, below whole words', () => {
    assert.deepEqual(names('sea'), ['sea', 'searching'])
    assert.deepEqual(names('ser'), ['other'])
  })

  it('of two letters finds the whole word alone', () => {
    assert.deepEqual(names('se'), ['se'])
    assert.deepEqual(names('s'), [])
  })

  it('counts where all words are wanted', () => {
    assert.deepEqual(
      filter('sear some').map((hit) => hit.manifest.name),
      ['searching'],
    )
    assert.deepEqual(filter('sea nothing'), [])
    assert.deepEqual(filter(''), [])
  })
})

describe('words in another language than the description', () => {
  const said = (name: string, zh: readonly [string, string]): ToolManifest => ({
    ...manifest(name, 'Does an errand.'),
    titles: { zh: zh[0] },
    descriptions: { zh: zh[1] },
  })
  const { search, filter } = createWordIndex([
    said('fetch_orders', ['查询订单', '按客户查询最近三十天的销售订单。']),
    said('send_notice', ['发送通知', '通过飞书给同事发送消息。']),
  ])
  const names = (hits: readonly { readonly manifest: ToolManifest }[]): string[] =>
    hits.map((hit) => hit.manifest.name)

  it('find a tool, in its title and in its description, however the text is cut into words', () => {
    for (const query of ['订单', '查询订单', '销售', '最近的订单', '客户'])
      assert.deepEqual(names(search(query, 5)), ['fetch_orders'], query)
    for (const query of ['飞书', '发送 消息', '通知', '同事'])
      assert.deepEqual(names(filter(query)), ['send_notice'], query)
  })

  it('don’t change how well a tool fits in its own language', () => {
    const [plain] = createWordIndex([manifest('a', 'Does an errand.')]).search('errand', 1)
    const [more] = createWordIndex([said('a', ['查询订单', '按客户查询订单。'])]).search('errand', 1)
    assert.equal(more?.score, plain?.score)
  })
})
