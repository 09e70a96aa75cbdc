/** Skills: what models are told of them, how they load one, and which an agent has. */
import assert from 'node:assert/strict'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { skills } from '../../src/parts/index.ts'
import { resultsOf } from './company.ts'
import { makeWorkspace, noticesOf, openGuided, skillText, writeFiles } from './guidance.ts'

const spy = { turns: [{}], runner: 'spy', tools: ['skill'] }
const pdf = {
  '.agents/skills/pdf/SKILL.md': skillText(
    'pdf',
    'Reads and fills PDF forms.',
    '# PDF\n\nSee forms.md.\n\n---\n\nEnd.',
  ),
  '.agents/skills/pdf/references/forms.md': 'Fill them with care.',
  '.agents/skills/pdf/scripts/fill.sh': 'touch ran',
}

describe('skills', () => {
  it('are told by name and description alone, and loaded by the model, which then reads a file of it', async (test) => {
    const turns = [
      { calls: [{ tool: 'skill', input: { name: 'pdf' } }] },
      { calls: [{ tool: 'skill', input: { name: 'pdf', path: 'references/forms.md' } }] },
      { calls: [{ tool: 'read_file', input: { path: '.agents/skills/pdf/references/forms.md' } }] },
      { text: 'Done.' },
    ]
    const { run } = await openGuided(test, {
      files: pdf,
      agents: { spy, loop: { turns, tools: ['skill', 'read_file'] } },
    })
    const { prompt } = await run('spy')
    assert.match(prompt, /^# Skills\n\n.*\n\n- pdf: Reads and fills PDF forms\.$/s)
    const results = resultsOf(await run('loop'))
    assert.deepEqual(
      results.map(([tool, status]) => [tool, status]),
      [
        ['skill', 'ok'],
        ['skill', 'ok'],
        ['read_file', 'ok'],
      ],
    )
    const [loaded = '', file = '', read = ''] = results.map(([, , text]) => text)
    assert.match(loaded, /# PDF\n\nSee forms\.md\.\n\n---\n\nEnd\.\n--- file "SKILL\.md" ends/)
    assert.match(loaded, /folder "\.agents\/skills\/pdf".*\n- references\/forms\.md\n- scripts\/fill\.sh$/)
    assert.match(file, /Fill them with care\./)
    assert.match(read, /Fill them with care\./)
  })

  it('answer data of one form', async (test) => {
    const { yard } = await openGuided(test, { files: pdf, agents: {} })
    const data = async (input: object) => (await yard.call('skill', input)).data
    assert.deepEqual(await data({}), { skills: [{ name: 'pdf', description: 'Reads and fills PDF forms.' }] })
    assert.deepEqual(await data({ name: 'pdf' }), {
      name: 'pdf',
      folder: '.agents/skills/pdf',
      text: '# PDF\n\nSee forms.md.\n\n---\n\nEnd.',
      files: ['references/forms.md', 'scripts/fill.sh'],
    })
    assert.deepEqual(await data({ name: 'pdf', path: 'references/forms.md' }), {
      name: 'pdf',
      path: 'references/forms.md',
      text: 'Fill them with care.',
    })
    const codes = async (input: object) => (await yard.call('skill', input)).error
    assert.equal((await codes({ path: 'x' }))?.code, 'invalid_arguments')
    assert.match((await codes({ name: 'pfd' }))?.message ?? '', /no skill "pfd".*Did you mean "pdf"/)
  })

  it('are found in the places of the workspace, the configuration and the user, the person’s own first', async (test) => {
    const others = await makeWorkspace({
      'team/SKILL.md': skillText('team', 'Of the team.'),
      'both/SKILL.md': skillText('both', 'Of the configuration.'),
    })
    const own = await makeWorkspace({
      'toolyard/skills/mine/SKILL.md': skillText('mine', 'Of the user.'),
      'toolyard/skills/mine/a.md': 'A.',
      'toolyard/skills/both/SKILL.md': skillText('both', 'Of the user.'),
    })
    const { yard, workspace, run } = await openGuided(
      test,
      {
        files: {
          '.claude/skills/claude/SKILL.md': skillText('claude', 'For several programs.'),
          '.agents/skills/both/SKILL.md': skillText('both', 'Of the workspace.'),
          '.agents/skills/README.md': 'No skill.',
          '.agents/skills/empty/notes.md': 'No skill.',
          'more/here/SKILL.md': skillText('here', 'By a path from the configuration.'),
        },
        agents: { spy },
        environment: { XDG_CONFIG_HOME: own },
      },
      { skillFolders: [others, 'more', 'missing'] },
    )
    await symlink('../../.agents/skills/both', join(workspace, '.claude/skills/linked'))
    const { skills: found, problems } = await yard.installation.part(skills).find()
    assert.deepEqual(
      found.map(({ name, from, description }) => `${name} ${from} ${description}`),
      [
        'both configuration Of the configuration.',
        'claude workspace For several programs.',
        'here configuration By a path from the configuration.',
        'mine user Of the user.',
        'team configuration Of the team.',
      ],
    )
    assert.deepEqual(
      problems.map(({ reason }) => reason.replace(/ in .*,/, ' in X,')),
      [
        'there is no such folder',
        'there is another skill "both" in X, which is taken',
        'there is another skill "both" in X, which is taken',
      ],
    )
    assert.equal((await run('spy')).prompt.split('\n').filter((line) => line.startsWith('- ')).length, 5)
    // No tool gets to the user's own folder but this one.
    const mine = await yard.call('skill', { name: 'mine' })
    assert.deepEqual(mine.data, { name: 'mine', text: '# mine\n\nDo it well.', files: ['a.md'] })
    assert.deepEqual((await yard.call('skill', { name: 'mine', path: 'a.md' })).data, {
      name: 'mine',
      path: 'a.md',
      text: 'A.',
    })
  })

  it('keep their name when another folder of the same place says that it is theirs', async (test) => {
    const { yard } = await openGuided(test, {
      files: {
        '.agents/skills/copy/SKILL.md': skillText('pdf', 'Of somebody else.'),
        ...pdf,
      },
      agents: {},
    })
    const { data } = await yard.call('skill', {})
    assert.deepEqual(data, { skills: [{ name: 'pdf', description: 'Reads and fills PDF forms.' }] })
    const { problems } = await yard.installation.part(skills).find()
    assert.match(problems.map(({ file, reason }) => `${file} ${reason}`).join(), /copy.*another skill "pdf"/)
  })

  it('are those that an agent names; without the tool none is told', async (test) => {
    const { run, yard } = await openGuided(test, {
      files: { ...pdf, '.agents/skills/csv/SKILL.md': skillText('csv', 'Reads tables.') },
      agents: {
        all: spy,
        one: { ...spy, settings: { skills: ['csv', 'pfd'] } },
        none: { ...spy, settings: { skills: false } },
        handless: { ...spy, tools: ['read_file'], settings: { skills: ['pdf'] } },
        plain: { ...spy, tools: ['read_file'] },
      },
    })
    const listed = async (agent: string) => (await run(agent)).prompt.match(/^- \w+/gm) ?? []
    assert.deepEqual(await listed('all'), ['- csv', '- pdf'])
    assert.deepEqual(await listed('one'), ['- csv'])
    assert.deepEqual(await listed('none'), [])
    assert.deepEqual(noticesOf(await run('one')), [
      'Agent "one": there is no skill "pfd". Did you mean "pdf"?',
    ])
    const handless = await run('handless')
    assert.equal(handless.prompt, '')
    assert.match(noticesOf(handless).join(), /does not have the tool "skill"/)
    const plain = await run('plain')
    assert.deepEqual([plain.prompt, noticesOf(plain)], ['', []])
    await assert.rejects(
      yard.agents.create({ name: 'wrong', settings: { skills: 5 } }),
      /settings\.skills: 5 is not a list/,
    )
    const asked = async (agent: string, name: string) =>
      (await yard.call('skill', { name }, { agent })).error?.code ?? 'ok'
    assert.deepEqual(await Promise.all([asked('one', 'csv'), asked('one', 'pdf'), asked('none', 'csv')]), [
      'ok',
      'not_found',
      'not_found',
    ])
  })

  it('leave rights as they are: rules name them, allowed-tools widens nothing, loading runs nothing', async (test) => {
    const text = (name: string) =>
      `---\nname: ${name}\ndescription: Wants all.\nallowed-tools: Bash(git:*) write_file, Read\n---\nRun !\`touch ran\`.`
    const turns = [
      { calls: [{ tool: 'skill', input: { name: 'wide' } }] },
      { calls: [{ tool: 'write_file', input: { path: 'ran', content: 'x' } }] },
      { calls: [{ tool: 'skill', input: { name: 'closed' } }] },
      { text: 'Done.' },
    ]
    const { run, yard } = await openGuided(test, {
      files: {
        '.agents/skills/wide/SKILL.md': text('wide'),
        '.agents/skills/closed/SKILL.md': text('closed'),
      },
      agents: { loop: { turns, tools: ['skill', 'write_file'] } },
      policy: { mode: 'bypass', deny: ['write_file', 'skill(closed)'] },
    })
    assert.deepEqual(
      resultsOf(await run('loop')).map(([tool, status]) => `${tool} ${status}`),
      ['skill ok', 'write_file denied', 'skill denied'],
    )
    assert.equal((await yard.call('read_file', { path: 'ran' })).error?.code, 'not_found')
    const { skills: found } = await yard.installation.part(skills).find()
    assert.deepEqual(found[0]?.allowedTools, ['Bash(git:*)', 'write_file', 'Read'])
  })

  it('that are not for models are neither told nor loaded', async (test) => {
    const { run, yard } = await openGuided(test, {
      files: {
        '.claude/skills/deploy/SKILL.md':
          '---\nname: deploy\ndescription: Deploys.\ndisable-model-invocation: true\n---\nGo.',
      },
      agents: { spy },
    })
    assert.equal((await run('spy')).prompt, '')
    assert.equal((await yard.call('skill', { name: 'deploy' })).error?.code, 'not_found')
    assert.equal((await yard.installation.part(skills).find()).skills[0]?.isForModels, false)
  })

  it('are told in the prompt as far as there is room', async (test) => {
    const { run, yard, workspace } = await openGuided(test, { files: {}, agents: { spy } })
    const files = Array.from({ length: 60 }, (_, at) => `skill-${at + 100}`).map(
      (name) => [`.agents/skills/${name}/SKILL.md`, skillText(name, 'x'.repeat(1024))] as const,
    )
    await writeFiles(workspace, Object.fromEntries(files))
    const { prompt } = await run('spy')
    assert.ok(prompt.length < 18_000, String(prompt.length))
    assert.match(prompt, /- \(45 more: call `skill` without a name to see them\)$/)
    const { data } = await yard.call('skill', {})
    assert.equal((data as { skills: unknown[] }).skills.length, 60)
  })
})
