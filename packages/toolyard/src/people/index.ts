export { Inbox, type InboxAnswer, type InboxPage } from './inbox.ts'
export { peopleOf } from './people.ts'
export { StoredRights } from './stored-rights.ts'
