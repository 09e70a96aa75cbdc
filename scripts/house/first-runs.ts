/**
 * In which order files run for the first time. A thread beside the main one stops it at each function that coverage has named, notes the
 * file, and lets it go on; a file that was noted is not stopped at again.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { RanFiles } from './coverage.ts'

/** Does `work` again and answers the files of `ran` in their order; a file whose functions did not run this time stands at the end. */
export async function orderOf(ran: RanFiles, work: () => Promise<unknown>): Promise<string[]> {
  const worker = new Worker(new URL('./first-runs-worker.ts', import.meta.url), { workerData: ran })
  await once(worker, 'message')
  await work()
  worker.postMessage('end', [])
  const [order] = (await once(worker, 'message')) as [string[]]
  await worker.terminate()
  return [...new Set([...order, ...ran.keys()])]
}
