import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseBlame } from './blame.ts'
import { parseChanges } from './parse-changes.ts'
import { parseStatus } from './parse-status.ts'
import { offValue, safeEnvironment } from './safe-settings.ts'

const hash = '0'.repeat(40)

describe('the output of git', () => {
  it('is read as a status, with spaces, line breaks and old names in paths', () => {
    const text = [
      `# branch.oid ${hash}`,
      '# branch.head main',
      '# branch.upstream origin/main',
      '# branch.ab +2 -1',
      `1 MD N... 100644 100644 000000 ${hash} ${hash} a b\nc`,
      `2 R. N... 100644 100644 100644 ${hash} ${hash} R100 new name`,
      'old name',
      `u AA N... 000000 100644 100644 100644 ${hash} ${hash} ${hash} both`,
      '? un tracked',
      '',
    ].join('\0')
    assert.deepEqual(parseStatus(text), {
      head: { commit: hash, branch: 'main', upstream: 'origin/main', ahead: 2, behind: 1 },
      files: [
        { path: 'a b\nc', staged: 'modified', unstaged: 'deleted' },
        { path: 'new name', staged: 'renamed', from: 'old name' },
        { path: 'both', conflict: 'both added' },
        { path: 'un tracked', unstaged: 'untracked' },
      ],
    })
    assert.deepEqual(parseStatus('# branch.oid (initial)\0# branch.head (detached)\0').head, {})
  })

  it('is read as changes, with renames, binary files and names that look like something else', () => {
    const text = [
      ':100644 100644 aaa bbb M',
      ':odd\tname',
      ':100644 100644 aaa bbb R090',
      'from',
      '1\t2\tto',
      ':000000 100644 000 bbb A',
      'binary',
      '3\t1\t:odd\tname',
      '4\t0\t',
      'from',
      '1\t2\tto',
      '-\t-\tbinary',
      '',
    ].join('\0')
    assert.deepEqual(parseChanges(text), [
      { path: ':odd\tname', change: 'modified', added: 3, deleted: 1 },
      { path: '1\t2\tto', change: 'renamed', from: 'from', added: 4, deleted: 0 },
      { path: 'binary', change: 'added' },
    ])
    assert.deepEqual(parseChanges(''), [])
  })

  it('is read as blame, where the facts of a commit stand only once', () => {
    const text = [
      `${hash} 1 1 1`,
      'author Ada',
      'author-time 0',
      'summary first',
      'filename a',
      '\tone',
      `${hash} 2 2`,
      '\tauthor Mallory',
      '',
    ].join('\n')
    assert.deepEqual(
      parseBlame(text).map(({ line, author, summary, text: content }) => [line, author, summary, content]),
      [
        [1, 'Ada', 'first', 'one'],
        [2, 'Ada', 'first', 'author Mallory'],
      ],
    )
  })
})

describe('the settings of git', () => {
  it('turn off what a repository names, so that a merge never loses a side', () => {
    assert.equal(offValue('filter.x.clean'), '')
    assert.equal(offValue('filter.x.required'), 'false')
    assert.equal(offValue('merge.a.driver'), 'false')
    const environment = safeEnvironment([['user.name', 'Ada']], ['filter.a=b.clean'])
    const count = Number(environment['GIT_CONFIG_COUNT'])
    assert.equal(environment['GIT_CONFIG_KEY_0'], 'user.name')
    assert.equal(environment[`GIT_CONFIG_KEY_${count - 1}`], 'filter.a=b.clean')
    assert.equal(environment[`GIT_CONFIG_VALUE_${count - 1}`], '')
  })
})
