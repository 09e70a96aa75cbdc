/** Who sees and gets what of the servers behind: names, holds, rules, agents, people, limits. */
import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { addresses, everything, front, library, promptNames, secret } from './front.ts'
import { until } from './ground.ts'

describe('a gateway to several servers', () => {
  it('tells apart what two servers offer under the same address, and by name', async () => {
    await using both = await front({ one: everything, two: everything })
    const client = await both.connect()
    const names = await promptNames(client)
    assert.ok(names.includes('one__simple-prompt') && names.includes('two__simple-prompt'))
    await assert.rejects(client.getPrompt({ name: 'simple-prompt' }), /no prompt named "simple-prompt"/)
    const uris = await addresses(client)
    const plain = 'demo://resource/static/document/features.md'
    assert.ok(!uris.includes(plain))
    assert.equal(uris.filter((uri) => uri.endsWith(plain)).length, 2)
    const uri = `toolyard://mcp/two/${plain}`
    const { contents } = await client.readResource({ uri })
    assert.equal(contents[0]?.uri, uri)
    await assert.rejects(
      client.readResource({ uri: plain }),
      /several servers have .* toolyard:\/\/mcp\/one\//,
    )
    const dynamic = await client.readResource({ uri: 'toolyard://mcp/one/demo://resource/dynamic/text/3' })
    assert.match(JSON.stringify(dynamic.contents), /Resource 3/)
    const { resourceTemplates } = await client.listResourceTemplates()
    const templates = resourceTemplates.map(({ uriTemplate }) => uriTemplate)
    const template = 'toolyard://mcp/two/demo://resource/dynamic/text/{resourceId}'
    assert.ok(templates.includes(template))
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: template },
      argument: { name: 'resourceId', value: '9' },
    })
    assert.deepEqual(completion.values, ['9'])
  })

  it('finds a prompt by the name that its only server gives it', async () => {
    await using one = await front({ everything })
    const client = await one.connect()
    const { messages } = await client.getPrompt({ name: 'simple-prompt' })
    assert.equal(messages.length, 1)
  })

  it('shows nothing of a server of which nobody has accepted a tool, and reads nothing from it', async () => {
    await using held = await front({ everything }, { isHeld: true })
    const client = await held.connect()
    assert.deepEqual(await promptNames(client), [])
    assert.deepEqual(await addresses(client), [])
    await assert.rejects(client.getPrompt({ name: 'everything__simple-prompt' }), /no prompt named/)
    await assert.rejects(client.readResource({ uri: 'demo://resource/dynamic/text/1' }), /no such resource/)
    const uri = 'toolyard://mcp/everything/demo://resource/dynamic/text/1'
    await assert.rejects(client.readResource({ uri }), /no such resource/)
    const called = await held.place.yard.call('everything__resources.read', {
      uri: 'demo://resource/dynamic/text/1',
    })
    assert.equal(called.status, 'held')
    await held.place.yard.syncTools()
    await held.place.yard.history.accept('everything__echo')
    assert.ok((await promptNames(client)).includes('everything__simple-prompt'))
  })

  it('hides what a deny rule for the server means, and what one for its prompts means', async () => {
    await using all = await front(
      { everything, other: everything },
      { policy: { mode: 'bypass', deny: ['everything__*', 'other__prompts.*'] } },
    )
    const client = await all.connect()
    assert.deepEqual(await promptNames(client), [])
    const uris = await addresses(client)
    assert.ok(uris.includes('demo://resource/static/document/features.md'))
    assert.ok(!uris.some((uri) => uri.startsWith('toolyard://mcp/')))
    await assert.rejects(
      client.readResource({ uri: 'toolyard://mcp/everything/demo://resource/dynamic/text/1' }),
      /no such resource/,
    )
    const denied = await all.place.yard.call('other__prompts.get', { name: 'simple-prompt' })
    assert.equal(denied.status, 'denied')
  })

  it('denies one resource by a rule that names it, however it is asked for', async () => {
    await using some = await front(
      { everything },
      { policy: { mode: 'bypass', deny: ['everything__resources.read(demo://resource/static/**)'] } },
    )
    const client = await some.connect()
    await client.readResource({ uri: 'demo://resource/dynamic/text/1' })
    for (const uri of [
      'demo://resource/static/document/features.md',
      'toolyard://mcp/everything/demo://resource/static/document/features.md',
      'demo://resource/dynamic/../static/document/features.md',
    ])
      await assert.rejects(client.readResource({ uri }), /denied/)
  })

  it('shows an agent what the servers of its own tools offer, and no more', async () => {
    await using two = await front({ everything, library })
    const { yard } = two.place
    await yard.agents.create({ name: 'reader', toolIds: ['library__look'] })
    const client = await two.connect({ agent: 'reader' })
    assert.deepEqual(await promptNames(client), ['library__essay'])
    assert.ok((await addresses(client)).every((uri) => /^(?:book|note):/.test(uri)))
    const { contents } = await client.readResource({ uri: 'book://7' })
    assert.deepEqual(contents, [{ uri: 'book://7', text: 'Book 7' }])
    await assert.rejects(client.getPrompt({ name: 'everything__simple-prompt' }), /no prompt named/)
    const called = await yard.call('everything__prompts.get', { name: 'simple-prompt' }, { agent: 'reader' })
    assert.notEqual(called.status, 'ok')
    // What its clients may read is no tool of its model.
    const asTool = await yard.call('library__resources.read', { uri: 'book://7' }, { agent: 'reader' })
    assert.equal(asTool.error?.code, 'tool_not_found')
  })

  it('asks a person where a call of a tool would, writes it down, and lets a rule for the server allow it', async () => {
    await using asking = await front({ everything }, { policy: { mode: 'default' }, approvals: 'wait' })
    const client = await asking.connect({ client: { capabilities: { elicitation: { form: {} } } } })
    const asked: string[] = []
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message)
      return { action: asked.length === 1 ? 'decline' : 'accept', content: {} }
    })
    const request = { name: 'everything__args-prompt', arguments: { city: 'Rome' } }
    await assert.rejects(client.getPrompt(request), /rejected/)
    const { messages } = await client.getPrompt(request)
    assert.equal(messages.length, 1)
    assert.match(asked[1] ?? '', /everything__prompts\.get wants to run/)
    assert.match(asked[1] ?? '', /Rome/)
    const calls = await asking.place.yard.calls({})
    assert.deepEqual(
      calls.filter(({ tool }) => tool === 'everything__prompts.get').map(({ status }) => status),
      ['ok', 'denied'],
    )
    await using allowed = await front({ everything }, { policy: { allow: ['everything__*'] } })
    await (await allowed.connect()).getPrompt(request)
  })

  it('passes on what a server asks before it fills in a prompt', async () => {
    await using shelf = await front({ library })
    for (const era of ['legacy', 'modern'] as const) {
      const client = await shelf.connect({ era, client: { capabilities: { elicitation: { form: {} } } } })
      client.setRequestHandler('elicitation/create', ({ params }) => {
        assert.match(params.message, /Which topic\?/)
        return { action: 'accept', content: { topic: 'rivers' } }
      })
      const { messages } = await client.getPrompt({ name: 'library__essay' })
      assert.deepEqual(messages[0]?.content, { type: 'text', text: 'Write about rivers.' })
    }
  })

  it('takes secrets and hidden characters out, keeps long texts whole, and gives long lists in pages', async () => {
    await using shelf = await front(
      { library },
      { secrets: ['LIBRARY'], environment: { ...process.env, LIBRARY: secret } },
    )
    const client = await shelf.connect()
    const first = await client.request({ method: 'resources/list', params: {} })
    assert.equal(first.resources.length, 250)
    const uris = await addresses(client)
    assert.equal(new Set(uris).size, 602)
    await assert.rejects(
      client.request({ method: 'resources/list', params: { cursor: 'x' } }),
      /Invalid cursor/,
    )
    const [odd] = (await client.readResource({ uri: 'note://odd' })).contents
    const text = odd && 'text' in odd ? odd.text : ''
    assert.match(text, /^beforeafter /)
    assert.ok(!text.includes(secret), text)
    const { resources } = await client.request({ method: 'resources/list', params: { cursor: '500' } })
    assert.ok(!JSON.stringify(resources).includes(secret))
    const [long] = (await client.readResource({ uri: 'note://long' })).contents
    assert.equal(long && 'text' in long && long.text.length, 200_000)
  })

  it('may be read again and again', async () => {
    await using shelf = await front({ library })
    const client = await shelf.connect()
    for (let index = 0; index < 15; index++) {
      const { contents } = await client.readResource({ uri: 'book://1' })
      assert.deepEqual(contents, [{ uri: 'book://1', text: 'Book 1' }])
    }
  })

  it('tells of prompts and resources that come', async () => {
    await using shelf = await front({ library })
    for (const era of ['legacy', 'modern'] as const) {
      const told = new Set<string>()
      const client = await shelf.connect({
        era,
        client: {
          listChanged: {
            prompts: { autoRefresh: false, debounceMs: 0, onChanged: () => void told.add('prompts') },
            resources: { autoRefresh: false, debounceMs: 0, onChanged: () => void told.add('resources') },
          },
        },
      })
      // A client hears what is told after it has begun to listen.
      await until(async () => {
        await shelf.place.yard.call('library__add', {})
        return told.has('prompts') && told.has('resources')
      }, `the ${era} client is told`)
      assert.ok((await promptNames(client)).includes('library__added-1'))
    }
  })

  it('tells of prompts that may be used from now on', async () => {
    await using held = await front({ library }, { isHeld: true })
    let isTold = false
    const client = await held.connect({
      client: {
        listChanged: {
          prompts: { autoRefresh: false, debounceMs: 0, onChanged: () => void (isTold = true) },
        },
      },
    })
    const { yard } = held.place
    await yard.syncTools()
    await yard.history.accept('library__look')
    await until(async () => {
      await yard.history.setEnabled('library__look', false)
      await yard.history.setEnabled('library__look', true)
      return isTold
    }, 'the client is told')
    assert.deepEqual(await promptNames(client), ['library__essay'])
  })

  it('answers without a server that is not there', async () => {
    const gone = { command: process.execPath, args: [resolve('/nonexistent/server.js')] }
    await using some = await front({ library, gone })
    const client = await some.connect()
    assert.deepEqual(await promptNames(client), ['library__essay'])
  })
})
