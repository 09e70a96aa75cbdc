// Swaps a folder and a link, and a file and a link, as fast as it can, until its standard input ends.
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2]
let trash = 0
const swap = (spot, aside, other) => {
  renameSync(join(folder, spot), join(folder, aside))
  for (;;) {
    try {
      renameSync(join(folder, other), join(folder, spot))
      return
    } catch {
      // Whoever writes below it has made the folder meanwhile.
      renameSync(join(folder, spot), join(folder, `trash-${trash++}`))
    }
  }
}
const turn = () => {
  for (let round = 0; round < 20 && existsSync(folder); round++) {
    swap('spot', 'spot-folder', 'spot-link')
    swap('spot', 'spot-link', 'spot-folder')
    swap('flip.txt', 'flip-file', 'flip-link')
    swap('flip.txt', 'flip-link', 'flip-file')
  }
  setImmediate(turn)
}
process.stdin.on('end', () => process.exit()).resume()
process.stdout.write('ready\n')
turn()
