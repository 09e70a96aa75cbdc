/**
 * What several parts tell a run, as one briefing.
 *
 * @module
 */
import type { Briefing } from '../agents/index.ts'

export function joinBriefings(all: readonly Briefing[]): Briefing {
  const listening = all.flatMap(({ after }) => (after ? [after] : []))
  return {
    sections: all.flatMap(({ sections }) => sections),
    notices: all.flatMap(({ notices }) => notices),
    async after(touched) {
      const news = await Promise.all(listening.map((after) => after(touched)))
      return {
        messages: news.flatMap(({ messages }) => messages),
        notices: news.flatMap(({ notices }) => notices),
      }
    },
  }
}
