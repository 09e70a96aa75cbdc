/**
 * Whether a request was made only because its tool asks about every call, and gives no other reason.
 *
 * @module
 */
import type { InboxItem } from '../../api/types.ts'

/** As policy says it. */
const usualConfirm = 'the tool asks for confirmation of every call'

export function isUsualConfirm({ rule, reason }: Pick<InboxItem, 'rule' | 'reason'>): boolean {
  return rule === 'confirm' && reason === usualConfirm
}
