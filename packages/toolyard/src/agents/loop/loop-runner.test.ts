/** The loop with a scripted model does all that a runner must. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRedactor, createSecretReader } from '../../host/index.ts'
import { createClock, createIds } from '../../kernel/index.ts'
import { describeRunner } from '../conformance/index.ts'
import { createModels, type Models } from '../models/index.ts'
import { createLoopRunner } from './index.ts'

describeRunner('the loop with a scripted model', async (test, turns) => {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-script-'))
  const clock = createClock()
  test.after(async () => {
    clock.close()
    await rm(folder, { recursive: true })
  })
  await writeFile(join(folder, 'turns.json'), JSON.stringify({ turns, repeat: true }))
  const models = createModels(
    { prices: { 'scripted/turns.json': { input: 3, output: 15 } } },
    { folder, secrets: createSecretReader({}, createRedactor()) },
  )
  const shown: string[] = []
  const runner = createLoopRunner({ models: noting(models, shown), clock, ids: createIds() })
  return { runner, model: 'scripted/turns.json', shown: () => shown }
})

function noting(models: Models, shown: string[]): Models {
  return {
    async open(name) {
      const model = await models.open(name)
      return {
        ...model,
        stream(request) {
          shown.push(JSON.stringify([request.system, request.messages, request.tools]))
          return model.stream(request)
        },
      }
    },
  }
}
