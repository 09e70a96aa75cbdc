import { describeSqlStore, freshFile } from '../conformance/index.ts'
import { openSqlite } from './sqlite-database.ts'

describeSqlStore('SQLite', (test) => {
  const file = freshFile(test)
  return () => openSqlite(file)
})
