/**
 * Whether something was posted on the board since the last look, by whichever process.
 *
 * @module
 */
import type { BoardPost } from '../../../define/index.ts'
import type { Store } from '../../../store/index.ts'

export class BoardWatch {
  readonly #store: Pick<Store, 'board'>
  /** The newest post; nothing before the first look. */
  #newest: string | undefined

  constructor(store: Pick<Store, 'board'>) {
    this.#store = store
  }

  /** The newest post, if there is another one than before. Nothing is new at the first look. */
  async look(): Promise<BoardPost | undefined> {
    const [post] = await this.#store.board.list({ limit: 1 })
    const before = this.#newest
    this.#newest = post?.id ?? ''
    return before === undefined || post?.id === before ? undefined : post
  }
}
