/**
 * What a terminal would show of one line.
 *
 * Escape sequences (ECMA-48, 7 and 8 bit) are taken out. Of the cursor only the column is followed, because
 * that is what progress bars use; moves to other lines have no effect here, on purpose.
 *
 * @module
 */

const escape = String.raw`\u001b`
const controls = String.raw`\u0000-\u001f\u007f-\u009f`
const stringStart = String.raw`(?:${escape}[\]PX^_]|[\u0090\u0098\u009d-\u009f])`
const stringEnd = String.raw`(?:\u0007|${escape}\\|\u009c)`
const controlStart = String.raw`(?:${escape}\[|\u009b)`

/** A string sequence (title, clipboard, picture, link) goes with its end; without an end only its start goes. */
const sequence = [
  `${stringStart}[^${controls}]*${stringEnd}`,
  `${controlStart}[0-?]*[ -/]*[@-~]?`,
  `${escape}[ -/]*[0-~]?`,
].join('|')

const sequences = new RegExp(sequence, 'g')
const steps = new RegExp(`${sequence}|[\r\b]`, 'g')
const overwrites = new RegExp('[\r\b]')
const eraseToEnd = new RegExp(`^${controlStart}0?K$`)
const eraseLine = new RegExp(`^${controlStart}2K$`)
const toFirstColumn = new RegExp(`^${controlStart}[01]?G$`)
const unfinished = new RegExp(
  `(?:${stringStart}[^${controls}]*|${controlStart}[0-?]*[ -/]*|${escape}[ -/]*)$`,
)
const withoutWidth = /[\p{M}\p{DI}]/v

/** The lines (or one of them) after every escape sequence, carriage return, backspace and erasure has had its effect. */
export function renderLines(text: string): string {
  return overwrites.test(text) ? text.split('\n').map(renderLine).join('\n') : text.replaceAll(sequences, '')
}

/** Where an escape sequence begins that `text` does not finish; -1 if there is none. */
export function openSequence(text: string): number {
  return text.search(unfinished)
}

function renderLine(line: string): string {
  if (!overwrites.test(line)) return line.replaceAll(sequences, '')
  const row = new TerminalRow()
  let from = 0
  for (const step of line.matchAll(steps)) {
    row.write(line.slice(from, step.index))
    row.move(step[0])
    from = step.index + step[0].length
  }
  row.write(line.slice(from))
  return row.toString()
}

class TerminalRow {
  readonly #cells: string[] = []
  #column = 0

  write(text: string): void {
    for (const character of text) {
      if (character > '\u02ff' && this.#column > 0 && withoutWidth.test(character))
        this.#cells[this.#column - 1] += character
      else this.#cells[this.#column++] = character
    }
  }

  move(step: string): void {
    if (step === '\r' || toFirstColumn.test(step)) this.#column = 0
    else if (step === '\b') this.#column = Math.max(0, this.#column - 1)
    else if (eraseToEnd.test(step)) this.#cells.length = this.#column
    else if (eraseLine.test(step)) this.#cells.length = this.#column = 0
  }

  toString(): string {
    return this.#cells.join('')
  }
}
