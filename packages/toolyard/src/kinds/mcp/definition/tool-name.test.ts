import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toolNamePattern } from '../../../kernel/index.ts'
import { pretends, skeletonOf } from './look-alikes.ts'
import { serverPrefix, toolNameOf } from './tool-name.ts'

describe('the name of a server’s tool', () => {
  it('is the server’s name and its own', () => {
    assert.equal(toolNameOf('docs', 'search'), 'docs__search')
    assert.equal(toolNameOf('my-docs', 'get_page-2'), 'my-docs__get_page-2')
  })

  it('is always one that every provider accepts', () => {
    const servers = [
      'docs',
      '1password',
      '@scope/server',
      'io.github.someone/thing',
      '文件',
      '__',
      '-',
      'x'.repeat(100),
      'a b',
    ]
    const tools = ['a', 'a.b', 'a;id', '../bash', '搜索', 'x'.repeat(128), 'a b', '_', 'fs__read_file', '💥']
    for (const server of servers)
      for (const tool of tools) assert.match(toolNameOf(server, tool), toolNamePattern, `${server} ${tool}`)
  })

  it('that had to be changed keeps its tail and stays unique', () => {
    const long = `${'very_'.repeat(20)}long_name`
    const names = [`${long}_one`, `${long}_two`, 'a.b', 'a/b', 'a b'].map((tool) => toolNameOf('docs', tool))
    assert.equal(new Set(names).size, names.length)
    assert.match(names[0] ?? '', /^docs__[0-9a-f]{8}_.*long_name_one$/)
    assert.match(names[2] ?? '', /^docs__[0-9a-f]{8}_a_b$/)
  })

  it('says of which server it is, whatever is in either', () => {
    const servers = ['a', 'a_b', 'a__b', 'a_', '_a', 'a__']
    for (const server of servers) {
      const prefix = serverPrefix(server)
      assert.ok(!prefix.includes('__') && !prefix.endsWith('_'), prefix)
      assert.equal(toolNameOf(server, '_b__c').split('__')[0], prefix)
    }
  })
})

describe('names that look alike', () => {
  it('are the same whatever their case, signs between words, or letters of other scripts', () => {
    const same = [
      'read_file',
      'Read-File',
      'READ.FILE',
      'reаd_file',
      'ｒｅａｄ_ｆｉｌｅ',
      'réad_file',
      'read__file',
    ]
    assert.equal(new Set(same.map(skeletonOf)).size, 1)
    assert.equal(skeletonOf('list1'), skeletonOf('listl'))
    assert.notEqual(skeletonOf('read_file'), skeletonOf('readfile'))
    assert.notEqual(skeletonOf('read_file'), skeletonOf('read_files'))
  })

  it('only pretend to be plain where they are not', () => {
    for (const name of ['reаd_file', 'ｂａｓｈ', 'сору', 'bаsh2', 'ñame']) assert.ok(pretends(name), name)
    for (const name of ['read_file', 'a;id', '搜索', 'поиск', '検索_v2']) assert.ok(!pretends(name), name)
  })
})
