import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { literalSecrets } from './literal-secrets.ts'

describe('secrets in the entry of a server', () => {
  it('are found by the name of their variable or header, and by their own shape', () => {
    const program = {
      command: 'npx',
      args: ['server', '--api-key', 'k7Qz81mPx0', '--port', '8080'],
      env: {
        SERVICE_TOKEN: 'tok-81f2a9c3d4',
        DB_PASSWORD: 'correct horse 7',
        ODD: 'ghp_aB3daB3daB3daB3daB3daB3daB3daB3daB3d',
        LOG_LEVEL: 'debug',
        HOME: '/home/ann',
      },
    }
    const found = literalSecrets(program).join(' ')
    for (const part of ['k7Qz81mPx0', 'tok-81f2a9c3d4', 'correct horse 7', 'ghp_aB3d'])
      assert.ok(found.includes(part), `${part} in ${found}`)
    assert.doesNotMatch(found, /debug|ann|8080/)
    const url = {
      url: 'https://bot:hunter2secret@example.com/mcp',
      headers: {
        Authorization: 'Bearer aB3daB3daB3daB3d',
        'X-Api-Key': 'k7Qz81mPx0aa',
        Accept: 'text/plain',
      },
      oauth: { clientSecret: 'plain words', privateKey: '-----KEY-----', assertion: 'workload token' },
    }
    assert.deepEqual([...literalSecrets(url)].toSorted(), [
      '-----KEY-----',
      'aB3daB3daB3daB3d',
      'hunter2secret',
      'k7Qz81mPx0aa',
      'plain words',
      'workload token',
    ])
  })

  it('are none where references stand in their place', () => {
    const env = { SERVICE_TOKEN: '${SERVICE_TOKEN}', B: '${B:-x}' }
    assert.deepEqual(literalSecrets({ command: 'x', args: ['--token', '${T}'], env }), [])
    assert.deepEqual(literalSecrets({ url: 'https://x', headers: { Authorization: 'Bearer ${T}' } }), [])
  })
})
