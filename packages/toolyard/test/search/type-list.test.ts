/** What a type could have meant is told however long ripgrep takes to list the types. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createRipgrep } from '../../src/host/search/ripgrep.ts'
import { runRipgrep } from '../../src/tools/files/search-lib/run-ripgrep.ts'
import { makePrograms } from '../shell/support.ts'

it('the list of types is waited for, whatever the search itself was given as a limit to go on', async () => {
  await using made = await makePrograms({ sandbox: 'none' })
  let isListing = false
  const ripgrep = createRipgrep({
    start(request) {
      isListing = request.argv.includes('--type-list')
      const slow = ['sh', '-c', 'sleep 0.3; exec "$0" "$@"', ...request.argv]
      return made.programs.start({ ...request, argv: isListing ? slow : request.argv })
    },
  })
  const refusal = runRipgrep(
    { ripgrep } as Parameters<typeof runRipgrep>[0],
    { pattern: 'x', type: 'typescrip' },
    {
      args: ['--type=typescrip', 'x'],
      folder: { way: made.cwd, own: [] },
      signal: new AbortController().signal,
      timeoutMs: 30_000,
      onOutput: () => true,
      goOn: () => !isListing,
    },
  )
  await assert.rejects(refusal, /Did you mean "typescript"/)
})
