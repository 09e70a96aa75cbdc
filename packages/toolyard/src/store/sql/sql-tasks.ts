/**
 * Plans of conversations over SQL.
 *
 * @module
 */
import type { TaskRecord, TaskStore } from '../tasks.ts'
import { withTasksBelow } from '../tasks-below.ts'
import { taskText } from '../text-entries.ts'
import type { TextWords } from '../text-words.ts'
import { optional, plain } from './call-row.ts'
import { type Row, rowsOf, type SqlDatabase, whenKnown } from './database.ts'
import { sql } from './kysely.ts'
import { dropTexts, putText } from './text-changes.ts'

export function createSqlTasks(database: SqlDatabase, words: TextWords): TaskStore {
  const { build } = database
  const list: TaskStore['list'] = (threadId) =>
    whenKnown(
      rowsOf(
        database,
        build.selectFrom('tasks').selectAll().where('thread_id', '=', plain(threadId)).orderBy('n'),
      ),
      (rows) => rows.map(taskOfRow),
    )
  return {
    list,
    save(whole) {
      const { id, threadId, ...task } = whole
      const facts = {
        title: plain(task.title),
        details: plain(task.details),
        status: task.status,
        parent: optional(task.parent),
        created_at: task.createdAt,
        updated_at: task.updatedAt,
      }
      const change = build
        .insertInto('tasks')
        .values({ id: plain(id), thread_id: plain(threadId), ...facts })
        .onConflict((conflict) => conflict.columns(['thread_id', 'id']).doUpdateSet(facts))
      return whenKnown(
        database.write([change.compile(), ...putText(database, words, taskText(whole))]),
        () => undefined,
      )
    },
    async remove(threadId, id) {
      const gone = withTasksBelow(await list(threadId), plain(id))
      if (gone.length === 0) return false
      const removal = build
        .deleteFrom('tasks')
        .where('thread_id', '=', plain(threadId))
        .where('id', 'in', [...gone])
      const parts = sql`id = ${plain(threadId)} and part in (${sql.join([...gone])})`
      await database.write([removal.compile(), ...dropTexts(database, 'tasks', parts)])
      return true
    },
  }
}

export function taskOfRow(row: Row): TaskRecord {
  return {
    id: row['id'] as string,
    threadId: row['thread_id'] as string,
    title: row['title'] as string,
    details: row['details'] as string,
    status: row['status'] as TaskRecord['status'],
    parent: (row['parent'] as string | null) ?? undefined,
    createdAt: row['created_at'] as number,
    updatedAt: row['updated_at'] as number,
  }
}
