/**
 * The profile of a program, by the name under which `PATH` finds it.
 *
 * @module
 */
import { developProfiles } from './develop.ts'
import { fileProfiles } from './files.ts'
import { git } from './git.ts'
import type { Profile, ProfileCheck } from './profile.ts'
import { scriptProfiles } from './scripts.ts'
import { searchProfiles } from './search.ts'
import { systemProfiles } from './system.ts'
import { textProfiles } from './text.ts'

const profiles: ReadonlyMap<string, Profile | ProfileCheck> = new Map(
  Object.entries({
    git,
    ...fileProfiles,
    ...textProfiles,
    ...searchProfiles,
    ...scriptProfiles,
    ...systemProfiles,
    ...developProfiles,
  }),
)

export function profileOf(program: string): Profile | ProfileCheck | undefined {
  return profiles.get(program)
}
