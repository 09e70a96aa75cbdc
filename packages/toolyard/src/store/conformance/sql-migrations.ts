/** What every SQL store must do with tables that are not there yet, are half there, or are too new. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import type { ToolyardError } from '../../kernel/index.ts'
import type { SqlDatabase } from '../sql/database.ts'
import { migrate, type Migration, migrations, versionOf } from '../sql/migrations.ts'
import { callRecord, idsOf } from './samples.ts'
import { Backdoor, type MakesDatabase, storeOn } from './sql-database.ts'

const newestVersion = migrations.length
const run = (sql: string) => ({ sql, parameters: [] })

export function describeMigrations(adapter: string, make: MakesDatabase, suite: Suite): void {
  suite.describe(`the tables on ${adapter}`, () => {
    suite.it('are made in an empty database, once', async (test) => {
      const connect = await make(test)
      const database = connect()
      test.after(() => database.close())
      assert.equal(await versionOf(database), 0)
      await migrate(database)
      assert.equal(await versionOf(database), newestVersion)
      const backdoor = new Backdoor(test, connect)
      const tables = await backdoor.tables()
      assert.ok(tables.includes('calls') && tables.includes('meta'))
      await migrate(database)
      assert.deepEqual(await backdoor.tables(), tables)
    })

    suite.it('are made once by ten who open them at the same time', async (test) => {
      const connect = await make(test)
      const stores = await Promise.all(Array.from({ length: 10 }, () => storeOn(test, connect)))
      await Promise.all(stores.map(async ({ calls }, index) => calls.finish(callRecord(`c${index}`))))
      const backdoor = new Backdoor(test, connect)
      const versions = await backdoor.read(backdoor.build.selectFrom('meta').selectAll().orderBy('key'))
      assert.deepEqual(
        versions.map(({ key, value }) => [key, Number(value)]),
        [
          ['inbox', 1],
          ['revision', 1],
          ['schema', newestVersion],
        ],
      )
      assert.equal((await stores[0]?.calls.list({}))?.length, 10)
    })

    suite.it('of a newer Toolyard are refused and left as they are', async (test) => {
      const connect = await make(test)
      const store = await storeOn(test, connect)
      await store.calls.finish(callRecord('a'))
      await store.close()
      const backdoor = new Backdoor(test, connect)
      const { build } = backdoor
      const future = newestVersion + 1
      await backdoor.change(build.updateTable('meta').set({ value: future }).where('key', '=', 'schema'))
      await assert.rejects(storeOn(test, connect), (error: ToolyardError) => {
        assert.equal(error.code, 'store_newer')
        assert.match(error.message, new RegExp(`version ${future}.*knows ${newestVersion}`))
        assert.match(error.hint ?? '', /Update this installation.*Nothing was changed/)
        return true
      })
      await backdoor.change(
        build.updateTable('meta').set({ value: newestVersion }).where('key', '=', 'schema'),
      )
      assert.deepEqual(await idsOf((await storeOn(test, connect)).calls.list({})), ['a'])
    })

    suite.it('keep the plans of conversations that were tables of their own', async (test) => {
      const connect = await make(test)
      const database = connect()
      test.after(() => database.close())
      await migrate(database, migrations.slice(0, 12))
      for (const [id, parent] of [['1'], ['2', '1']])
        await database.write([
          {
            sql: `insert into tasks (id, thread_id, title, details, status, parent, created_at, updated_at)
              values (${id}, 't', 'Task ${id}', 'More', 'open', ${parent ?? 'null'}, 3, 4)`,
            parameters: [],
          },
        ])
      const { records } = await storeOn(test, connect)
      const kept = { kind: 'tasks', scope: 't', text: 'More', version: 1, createdAt: 3, updatedAt: 4 }
      assert.deepEqual(await records.list('tasks', 't'), [
        { ...kept, id: '1', title: 'Task 1', value: { status: 'open', parent: null } },
        { ...kept, id: '2', title: 'Task 2', value: { status: 'open', parent: '1' } },
      ])
    })

    describeSteps(make, suite)
  })
}

/** Steps after those that there are today. */
function describeSteps(make: MakesDatabase, suite: Suite): void {
  const later: readonly Migration[] = [
    ...migrations,
    () => [run('create table later (a text)'), run("insert into later values ('once')")],
    () => [run('alter table later add column b text')],
  ]

  suite.it('are brought up from any version, each step once, by ten at the same time', async (test) => {
    const connect = await make(test)
    const first = await storeOn(test, connect)
    await first.calls.finish(callRecord('a'))
    const databases = Array.from({ length: 10 }, connect)
    test.after(() => Promise.all(databases.map((database) => database.close())))
    await Promise.all(databases.map((database) => migrate(database, later)))
    const [database] = databases as [SqlDatabase]
    assert.equal(await versionOf(database), later.length)
    const rows = await database.read(run('select a, b from later'))
    assert.deepEqual(
      rows.map(({ a, b }) => [a, b]),
      [['once', null]],
    )
    assert.deepEqual(await idsOf(first.calls.list({})), ['a'])
  })

  suite.it('stay at the last step that could be made, and go on when the cause is gone', async (test) => {
    const connect = await make(test)
    const database = connect()
    test.after(() => database.close())
    const half: Migration = () => [
      run('create table half (a text)'),
      run('insert into half values (1, 2, 3)'),
    ]
    await assert.rejects(migrate(database, [...later, half]), { code: 'store_unavailable' })
    assert.equal(await versionOf(database), later.length)
    const tables = await new Backdoor(test, connect).tables()
    assert.deepEqual([tables.includes('later'), tables.includes('half')], [true, false])
    await migrate(database, [...later, () => [run('create table half (a text)')]])
    assert.equal(await versionOf(database), later.length + 1)
  })

  suite.it('are not left half-made where a step fails, and are made when the cause is gone', async (test) => {
    const connect = await make(test)
    const backdoor = new Backdoor(test, connect)
    // The last table but one of the first step is there already, and belongs to another program.
    await backdoor.run('create table grants (theirs text)')
    await assert.rejects(storeOn(test, connect), (error: ToolyardError) => {
      assert.equal(error.code, 'store_unavailable')
      assert.match(error.message, /grants.*already exists/)
      assert.match(error.hint ?? '', /\w/)
      return true
    })
    assert.deepEqual(await backdoor.tables(), ['grants'])
    await backdoor.run('drop table grants')
    await (await storeOn(test, connect)).calls.finish(callRecord('a'))
  })
}
