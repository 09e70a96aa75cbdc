/** The `server` section of a configuration: what `toolyard serve` listens on where no flag says otherwise. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Project } from '../cli/cli.ts'

const configOf = (server: string) => `export default { server: ${server} }`

describe('the server section of a configuration', () => {
  it('says where to listen, which names count and what is open, and a flag wins', async () => {
    await using project = await Project.make({
      'toolyard.config.ts': configOf(
        "{ port: 65535, host: 'localhost', allowedHosts: ['tools.example.com'], openMetrics: true }",
      ),
    })
    const running = project.start([
      '--config',
      'toolyard.config.ts',
      'serve',
      '--port',
      '0',
      '--host',
      '127.0.0.1',
    ])
    running.child.stdin.end()
    await running.says(/http:\/\/\S+\n/)
    const [, url = ''] = /(http:\/\/[^/\s]+)/.exec(running.out) ?? []
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/)
    assert.notEqual(new URL(url).port, '65535')
    assert.equal((await fetch(`${url}/metrics`)).status, 200, 'open without a token')
    running.child.kill('SIGTERM')
    await running.ended
  })

  it('opens no other address without a token', async () => {
    await using project = await Project.make({
      'toolyard.config.ts': configOf("{ port: 0, host: '0.0.0.0' }"),
    })
    const { code, err } = await project.run(['--config', 'toolyard.config.ts', 'serve'])
    assert.equal(code, 2)
    assert.match(err, /host 0\.0\.0\.0 can be reached from other machines[\s\S]*TOOLYARD_TOKEN/)
  })

  it('is checked by name and kind', async () => {
    for (const [server, told] of [
      ['{ prot: 1 }', /prot.*Did you mean "port"\?/],
      ['{ port: 70000 }', /server\.port.*a port from 0 to 65535/],
      ["{ allowedHosts: 'x' }", /server\.allowedHosts.*a list of texts/],
    ] as const) {
      await using project = await Project.make({ 'toolyard.config.ts': configOf(server) })
      const { code, err } = await project.run(['--config', 'toolyard.config.ts', 'serve', '--port', '0'])
      assert.equal(code, 2)
      assert.match(err, told)
    }
  })
})
