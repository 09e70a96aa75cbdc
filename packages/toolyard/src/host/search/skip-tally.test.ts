import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, it } from 'node:test'
import { SkipTally } from './skip-tally.ts'

const walk = 'rg: DEBUG|ignore::walk|crates/ignore/src/walk.rs:1942: ignoring'

describe('the tally of what a search passed over', () => {
  it('counts by reason, whatever the pieces in which the log comes', () => {
    const log = [
      'rg: DEBUG|rg::flags::parse|x: no extra arguments found',
      `${walk} ./.env: Ignore(IgnoreMatch(Hidden))`,
      `${walk} ./é: Ignore(IgnoreMatch(Gitignore(Glob { from: Some("./.gitignore") })))`,
      `${walk} ./.git: Ignore(IgnoreMatch(Override(Glob(Matched(Glob { original: "!.git" })))))`,
      `${walk} ./k.pem: Ignore(IgnoreMatch(Override(Glob(Matched(Glob { original: "!*.pem" })))))`,
      'rg: DEBUG|grep_printer::summary|x: ignoring ./a.bin: found binary data at offset 2',
      'rg: DEBUG|rg::haystack|x: ignoring ./p: failed to pass haystack filter: FileType { is_symlink: false, .. }',
      'rg: DEBUG|rg::haystack|x: ignoring ./l: failed to pass haystack filter: FileType { is_symlink: true, .. }',
      'rg: ./secret: Permission denied (os error 13)',
      'rg: regex parse error:',
      '',
    ].join('\n')
    const bytes = Buffer.from(log)
    for (const size of [1, 7, bytes.length]) {
      const tally = new SkipTally()
      for (let at = 0; at < bytes.length; at += size) tally.push(bytes.subarray(at, at + size))
      const { ignoredNames, ...counts } = tally.finish()
      assert.deepEqual(ignoredNames, ['é'])
      assert.deepEqual(counts, {
        hidden: 1,
        ignored: 1,
        excluded: 1,
        binary: 1,
        special: 1,
        links: 1,
        unreadable: 1,
      })
      assert.equal(tally.complaint, 'rg: regex parse error:')
    }
  })

  it('keeps no more than a few names of many', () => {
    const tally = new SkipTally()
    for (let n = 0; n < 1000; n++)
      tally.push(Buffer.from(`${walk} ./f${n}: Ignore(IgnoreMatch(Gitignore(x)))\n`))
    const { ignored, ignoredNames } = tally.finish()
    assert.deepEqual([ignored, ignoredNames.length], [1000, 5])
  })
})
