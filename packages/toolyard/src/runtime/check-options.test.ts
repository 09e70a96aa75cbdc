import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool } from '../define/index.ts'
import { createToolyard, type ToolyardOptions } from './index.ts'

/** Each slip, and what must be said of it. */
const slips: readonly (readonly [options: unknown, message: RegExp])[] = [
  [{ toolz: [] }, /createToolyard: "toolz" is not a setting\. Did you mean "tools"/],
  [{ mode: 'bypass' }, /createToolyard: "mode" is a setting of policy\./],
  [{ timeoutMs: 5 }, /"timeoutMs" is a setting of calls\.limits\./],
  [{ port: 80 }, /"port" is a setting of server\./],
  [{ constructor: 1 }, /"constructor" is not a setting/],
  [null, /the options of createToolyard must be an object, not null/],
  [{ tools: 5 }, /tools must be a list or an object, not 5/],
  [{ tools: { folder: ['tools'] } }, /tools: "folder" is not a setting\. Did you mean "folders"/],
  [{ tools: { folders: 'tools' } }, /tools\.folders must be a list of texts, not "tools"/],
  [{ tools: { folders: [] }, toolFolders: [] }, /tools\.folders and toolFolders are the same setting/],
  [{ folders: ['tools'] }, /"folders" is a setting of tools\./],
  [{ mcp: [] }, /mcp must be an object, not a list/],
  [
    {
      policy: new (class {
        get deny() {
          return ['bash']
        }
      })(),
    },
    /^policy must be an object/,
  ],
  [{ calls: { limits: { timeoutMs: -5 } } }, /calls\.limits\.timeoutMs must be a number from 0, not -5/],
  [{ policy: { explanation: 'require' } }, /policy\.explanation: "require" is not known/],
  [{ policy: { approvals: 'never' } }, /policy\.approvals must be 'wait', 'pending' or 'deny', not "never"/],
  [{ database: 5 }, /database must be a database URL, a store or an object, not 5/],
  [{ database: { url: 'sqlite:x' } }, /database: "url" is not a setting/],
  [{ database: { keepJournal: { days: 0 } } }, /database\.keepJournal\.days must be a number from 1, not 0/],
  [
    { database: { keepJournal: { days: 9, statsDays: 0 } } },
    /database\.keepJournal\.statsDays must be a number from 1, not 0/,
  ],
  [{ network: { web: { browser: { most: 0 } } } }, /network\.web\.browser\.most must be a whole number/],
  [{ server: { triggers: 5 } }, /server\.triggers must be an object, not 5/],
  [{ secrets: 'KEY' }, /secrets must be a list or an object, not "KEY"/],
  [{ toolFolders: 'tools' }, /toolFolders must be a list of texts, not "tools"/],
  [{ secrets: [1] }, /secrets must be a list of texts, not a list/],
  [{ watch: 'yes' }, /watch must be true or false, not "yes"/],
  [{ journal: true }, /journal must be an object or false, not true/],
  [{ provide: {} }, /provide must be a function, not an object/],
  [
    { web: { browser: { executble: 'x' } } },
    /web\.browser: "executble" is not a setting\. Did you mean "executable"\?/,
  ],
  [{ web: { browser: { executable: 5 } } }, /web\.browser\.executable must be the path of a program, not 5/],
  [{ web: { browser: { most: 0 } } }, /web\.browser\.most must be a whole number from 1, not 0/],
  [{ threadIdleMs: -1 }, /threadIdleMs must be a number from 0, not -1/],
  [{ explanation: 'require' }, /explanation: "require" is not known\. Did you mean "required"\?/],
  [{ policy: { denny: [] } }, /policy: "denny" is not a setting/],
  [{ limits: 5 }, /limits must be an object, not 5/],
  [{ limits: { timeout: 5 } }, /limits: "timeout" is not a setting\. Did you mean .*"timeoutMs"/],
  [{ limits: { timeoutMs: -5 } }, /limits\.timeoutMs must be a number from 0, not -5/],
  [{ limits: { timeoutMs: NaN } }, /limits\.timeoutMs must be a number from 0, not NaN/],
  [{ limits: { timeoutMs: '5' } }, /limits\.timeoutMs must be a number from 0, not "5"/],
  [{ limits: { explanation: 'off' } }, /limits: "explanation" is not a setting/],
  [{ limits: { concurrency: 4 } }, /limits\.concurrency must be an object, not 4/],
  [{ limits: { concurrency: { totel: 4 } } }, /limits\.concurrency: "totel".*Did you mean "total"\?/],
  [{ limits: { concurrency: { total: 0 } } }, /limits\.concurrency\.total must be a number from 1, not 0/],
  [{ limits: { ratePerMinute: { '*': NaN } } }, /limits\.ratePerMinute\.\* must be a number from 0, not NaN/],
]

describe('createToolyard', () => {
  for (const [options, message] of slips)
    it(`refuses ${JSON.stringify(options)}: ${message.source}`, async () => {
      await assert.rejects(createToolyard(options as ToolyardOptions), {
        code: 'invalid_config',
        message,
        hint: /./,
      })
    })

  it('refuses an unknown setting of languageServers with the likely name', async () => {
    const options = { languageServers: { startMS: 5 } } as unknown as ToolyardOptions
    await assert.rejects(createToolyard(options), {
      code: 'invalid_config',
      message: 'languageServers: "startMS" is not a setting. Did you mean "startMs"?',
    })
  })

  it('takes every setting, and takes undefined for none', async () => {
    const every = {
      tools: [],
      toolFolders: [],
      builtins: ['system'],
      policy: { mode: 'default' },
      hooks: [],
      limits: { ratePerMinute: { any_tool: 5 }, callsPerThread: Infinity, loop: { stopAfter: 3 } },
      secrets: [],
      journal: false,
      explanation: 'off',
      provide: () => ({}),
      threadIdleMs: 5,
      watch: false,
      toolIndex: false,
      traceContent: false,
      environment: {},
    } as const satisfies ToolyardOptions
    await (await createToolyard(every)).close()
    const nothing = Object.fromEntries(Object.keys(every).map((name) => [name, undefined]))
    await (await createToolyard({ ...nothing, limits: { timeoutMs: undefined } as never })).close()
  })

  it('keeps the other limits of a group of which only some are given', async () => {
    const tool = defineTool({
      name: 'ping',
      description: 'Answers.',
      permission: 'read',
      effects: 'none',
      execute: () => 'pong',
    })
    await using yard = await createToolyard({
      tools: [tool],
      limits: { concurrency: { total: 2 }, output: { maxLines: 5 }, arguments: {} },
    })
    assert.equal(await yard.execute('ping', {}), 'pong')
    assert.equal((await yard.call('ping', {}, { agent: 'a' })).status, 'ok')
  })
})
