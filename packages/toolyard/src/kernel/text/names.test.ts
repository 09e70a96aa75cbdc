import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toolNamePattern, toSnakeCase } from './names.ts'

describe('tool names', () => {
  const written: Record<string, string> = {
    ReadFile: 'read_file',
    readFile: 'read_file',
    'read-file': 'read_file',
    read_file: 'read_file',
    HTTPGet: 'http_get',
    getHTTP: 'get_http',
    parseJSON5File: 'parse_json5_file',
    'read file.txt': 'read_file_txt',
    _private_: 'private',
    Base64: 'base64',
    ABC: 'abc',
    读取: '',
  }
  for (const [name, snake] of Object.entries(written))
    it(`become snake_case: ${name} → ${snake || 'nothing'}`, () => assert.equal(toSnakeCase(name), snake))

  it('are letters, digits, "_" and "-", at most 64, with a letter or "_" first', () => {
    for (const name of ['a', '_a', 'Read-File_2', 'x'.repeat(64)]) assert.match(name, toolNamePattern)
    for (const name of ['', '2a', '-a', 'a b', 'a.b', 'x'.repeat(65), 'é', 'a\n'])
      assert.doesNotMatch(name, toolNamePattern)
  })
})
