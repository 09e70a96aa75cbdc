/** What `toolyard skills` does. */
import type { CommandRun } from '../../cli/command.ts'
import { oneLine } from '../../cli/terminal/call-words.ts'
import { count } from '../../cli/terminal/layout.ts'
import { nearPath } from '../../cli/terminal/near-path.ts'
import { type Column, table } from '../../cli/terminal/table.ts'
import { openYard } from '../../cli/yard/open-yard.ts'
import { visibleText } from '../../kernel/index.ts'
import { skills } from './part.ts'
import type { Skill, SkillProblem } from './skill.ts'

const shape: readonly Column[] = [
  { head: 'skill' },
  { head: 'what it is for', least: 24, wraps: true },
  { head: 'folder', least: 16, wraps: true },
]

export const listSkills: CommandRun<object> = async (_options, context) => {
  const { terminal, flags } = context
  const { yard } = await openYard(context, { sync: false, servers: 'none', database: 'known' })
  await using _ = yard
  const found = yard.installation.redact(await yard.installation.part(skills).find())
  if (flags.jsonOutput) {
    terminal.printJson(found)
    return 0
  }
  if (found.skills.length > 0) terminal.print(table(found.skills.map(rowOf), shape, terminal))
  else
    terminal.print(
      'There are no skills. A skill is a folder with a SKILL.md, for example .agents/skills/NAME/SKILL.md.',
    )
  for (const problem of found.problems)
    terminal.note(`${terminal.noteStyle('yellow', problem.isNote ? 'note:' : 'not used:')} ${tell(problem)}`)
  if (found.skills.length > 0)
    terminal.print(terminal.style('dim', `\n${count(found.skills.length, 'skill')}.`))
  return 0
}

function rowOf({ name, description, folder, isForModels }: Skill): readonly string[] {
  const about = isForModels ? description : `${description} (not for models)`
  return [name, oneLine(about, 300), visibleText(nearPath(folder))]
}

function tell({ file, reason, hint }: SkillProblem): string {
  return visibleText([`${nearPath(file)}: ${reason}.`, ...(hint === undefined ? [] : [hint])].join(' '))
}
