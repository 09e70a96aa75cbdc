/**
 * `web_fetch`: what reading a large page costs beside the libraries alone, and how late it makes everything else.
 *
 * @module
 */
import { runChild } from '../children/run-child.ts'
import type { WebFetch } from '../children/web-fetch.ts'
import { atMost, type Line } from '../report.ts'
import type { Scenario } from '../scenario.ts'

export const webFetch: Scenario = {
  name: 'web-fetch',
  title: 'web_fetch: a large page (processor time, all threads)',
  async run({ quick }) {
    const lines: Line[] = []
    const [bytes, large, rounds] = quick ? [20_000, 50_000, 1] : [1_000_000, 4_900_000, 9]
    for (const kind of ['marked', 'plain']) {
      const found = await runChild<WebFetch>('web-fetch', [kind, bytes, large, rounds])
      const what = `a page ${kind === 'marked' ? 'that marks its main part' : 'whose main part is searched for'}`
      lines.push(
        {
          what: `${what}, ${bytes / 1_000_000} MB`,
          ours: found.tool,
          unit: 'ms',
          reference: { name: 'linkedom, Readability, mdream', value: found.libraries },
          ratio: found.ratio,
          bar: atMost(1.3),
        },
        {
          what: `${what}, ${large / 1_000_000} MB: delay of the event loop`,
          ours: found.delay,
          unit: 'ms',
          bar: { of: 'ours', below: 100, text: '<= 100 ms' },
        },
      )
    }
    return lines
  },
}
