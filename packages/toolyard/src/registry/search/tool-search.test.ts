import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool, type ToolManifest } from '../../define/index.ts'
import { createClock } from '../../kernel/index.ts'
import { createMemoryStore } from '../../store/index.ts'
import { MeaningIndex } from './meaning-index.ts'
import { ToolSearch } from './tool-search.ts'

const manifest = (name: string, description: string): ToolManifest =>
  defineTool({ name, description, execute: () => 1 }).manifest
const weather = manifest('weather', 'Tells the forecast.')
const others = Array.from({ length: 30 }, (_, index) =>
  manifest(`other_${index}`, index % 3 === 0 ? 'Does an errand.' : 'Does errands.'),
)
const manifests = [...others, weather]

/** Everything is a little alike, as with real models; the weather is more. */
function searchByMeaning(): ToolSearch {
  const embed = async (texts: readonly string[]): Promise<Float32Array[]> =>
    texts.map((text) => (/weather|umbrella/.test(text) ? Float32Array.of(1, 0) : Float32Array.of(0.3, 0.95)))
  const { vectors } = createMemoryStore()
  return new ToolSearch(
    new MeaningIndex({
      model: 'a/b',
      open: async () => ({ mostTexts: 64, embed }),
      vectors,
      clock: createClock({ quiet: true }),
      redact: (text) => text,
    }),
  )
}

describe('a search for tools', () => {
  it('goes by words alone without a model, common words included', async () => {
    const { tools, note } = await new ToolSearch().find({ manifests, query: 'take an umbrella', limit: 3 })
    assert.deepEqual([tools, note], [[others[0], others[3], others[6]], undefined])
  })

  it('is not led astray by common words beside a model', async () => {
    const { tools } = await searchByMeaning().find({ manifests, query: 'take an umbrella', limit: 3 })
    assert.equal(tools[0], weather)
    assert.equal(tools.length, 3)
  })

  it('finds a tool by its name, whatever a model makes of it', async () => {
    const { tools } = await searchByMeaning().find({ manifests, query: 'other_29', limit: 3 })
    assert.equal(tools[0], others[29])
  })

  it('looks through the tools that it is given, whatever it looked through before', async () => {
    const search = new ToolSearch()
    await search.find({ manifests, query: 'forecast', limit: 3 })
    assert.deepEqual((await search.find({ manifests: others, query: 'forecast', limit: 3 })).tools, [])
    assert.deepEqual((await search.find({ manifests, query: 'forecast', limit: 3 })).tools, [weather])
  })
})
