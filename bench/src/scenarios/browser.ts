/**
 * The browser: what twenty tasks cost a model, in steps and in bytes that it reads, beside `@playwright/mcp`; and what threads
 * that were closed leave behind.
 *
 * @module
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openOurBrowser, type OpenTools } from '../browser/our-browser.ts'
import { openPlaywrightMcp } from '../browser/playwright-mcp.ts'
import { openBenchSite } from '../browser/shop-site.ts'
import { type Task, tasks } from '../browser/tasks.ts'
import { Walk } from '../browser/walk.ts'
import type { BrowserThreads } from '../children/browser-threads.ts'
import { runChild } from '../children/run-child.ts'
import { heapLine } from '../heap-line.ts'
import { atMost, type Line } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { inTemporaryFolder } from '../tools/temporary-folder.ts'

interface Costs {
  readonly steps: number
  readonly bytes: number
}

export const browser: Scenario = {
  name: 'browser',
  title: 'The browser: twenty tasks beside @playwright/mcp; threads opened and closed',
  run: async ({ quick }) => {
    const lines = await taskLines(quick ? tasks.slice(0, 2) : tasks)
    const count = quick ? 2 : 50
    const { heap, processes, files } = await runChild<BrowserThreads>('browser-threads', [count])
    return [
      ...lines,
      nothingLeft(`processes left by ${count} closed threads`, processes),
      nothingLeft('files and profiles left', files),
      heapLine(`heap kept by ${count} closed threads`, heap, 8),
    ]
  },
}

async function taskLines(chosen: readonly Task[]): Promise<readonly Line[]> {
  await using site = await openBenchSite()
  return await inTemporaryFolder(async (workspace) => {
    await writeFile(join(workspace, 'letter.txt'), 'Dear reader')
    const lines: Line[] = []
    const ours: Costs[] = []
    const theirs: Costs[] = []
    for (const task of chosen) {
      // Each task gets a browser of its own, as each conversation does.
      await using own = await openOurBrowser(workspace, site.origin, task.name)
      await using peer = await openPlaywrightMcp(workspace)
      const [mine, other] = [await costsOf(task, own, site.origin), await costsOf(task, peer, site.origin)]
      if (lines.length === 0) lines.push(definitionsLine(own, peer))
      ours.push(mine)
      theirs.push(other)
      lines.push({ ...compare(`${task.name}: bytes`, mine.bytes, other.bytes), unit: 'B' })
    }
    return [
      ...lines,
      { ...compare('steps of all tasks', sum(ours, 'steps'), sum(theirs, 'steps')), bar: atMost(1) },
      {
        ...compare('bytes of all tasks', sum(ours, 'bytes'), sum(theirs, 'bytes')),
        unit: 'B',
        bar: atMost(1),
      },
      mostLine('steps of the worst task', ours, theirs),
    ]
  })
}

async function costsOf(task: Task, { tools }: OpenTools, origin: string): Promise<Costs> {
  const walk = new Walk(tools)
  await task.run(walk, origin)
  return { steps: walk.steps, bytes: walk.bytes }
}

function compare(what: string, ours: number, theirs: number): Line {
  return { what, ours, unit: '', reference: { name: '@playwright/mcp', value: theirs }, ratio: ours / theirs }
}

function sum(costs: readonly Costs[], of: keyof Costs): number {
  return costs.reduce((total, cost) => total + cost[of], 0)
}

function mostLine(what: string, ours: readonly Costs[], theirs: readonly Costs[]): Line {
  const ratios = ours.map(({ steps }, at) => steps / (theirs[at]?.steps ?? 1))
  const worst = ratios.indexOf(Math.max(...ratios))
  return { ...compare(what, ours[worst]?.steps ?? 0, theirs[worst]?.steps ?? 1), bar: atMost(1) }
}

function definitionsLine(ours: OpenTools, theirs: OpenTools): Line {
  return {
    ...compare('definitions of the tools', ours.definitions.length, theirs.definitions.length),
    unit: 'B',
  }
}

function nothingLeft(what: string, ours: number): Line {
  return { what, ours, unit: '', bar: { of: 'ours', below: 0, text: 'none' } }
}
