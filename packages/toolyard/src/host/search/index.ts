export type { RipgrepEnd, RipgrepRequest } from './ripgrep.ts'
export { createSearch, type Search } from './search.ts'
export type { FoundFile, FoundName, SearchFolder } from './search-folder.ts'
export type { Skipped } from './skip-tally.ts'
