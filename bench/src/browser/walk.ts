/**
 * A model that does no more than it must: it acts on what it was shown, and looks when it has not been shown enough.
 *
 * @module
 */

/** A browser as a model is offered one. Each call is a step; what it answers is what the model reads. */
export interface BrowserTools {
  open(url: string): Promise<string>
  /** The whole page. */
  look(): Promise<string>
  /** Whether a text is there, as cheaply as the tools allow. */
  find(text: string): Promise<string>
  click(ref: string): Promise<string>
  type(ref: string, text: string, submit: boolean): Promise<string>
  fillIn(fields: readonly Field[]): Promise<readonly string[] | string>
  select(ref: string, value: string): Promise<string>
  press(key: string): Promise<string>
  hover(ref: string): Promise<string>
  drag(from: string, to: string): Promise<string>
  scrollDown(): Promise<string>
  acceptDialog(): Promise<string>
  useTab(number: number): Promise<readonly string[] | string>
  upload(ref: string, path: string): Promise<readonly string[] | string>
  waitFor(text: string): Promise<string>
  back(): Promise<string>
}

export interface Field {
  readonly name: string
  readonly ref: string
  readonly value: string | boolean
  readonly kind: 'textbox' | 'checkbox' | 'combobox'
}

export class Walk {
  readonly tools: BrowserTools
  steps = 0
  bytes = 0
  /** What the model knows of the page, the latest last. */
  #known: string[] = []
  #latest = ''

  constructor(tools: BrowserTools) {
    this.tools = tools
  }

  /** Another page: what was known of the one before is worth nothing. */
  async leads(step: (tools: BrowserTools) => Promise<readonly string[] | string>): Promise<void> {
    this.#known = []
    await this.does(step)
  }

  async does(step: (tools: BrowserTools) => Promise<readonly string[] | string>): Promise<void> {
    const answer = await step(this.tools)
    const answers = typeof answer === 'string' ? [answer] : answer
    this.steps += answers.length
    for (const text of answers) this.bytes += Buffer.byteLength(text)
    this.#latest = answers.join('\n')
    this.#known.push(this.#latest)
  }

  /** The ref of the element whose line begins so: as it was shown last, or after a look. */
  async ref(line: string): Promise<string> {
    const known = this.#refIn(line)
    if (known !== undefined) return known
    await this.does((tools) => tools.look())
    const seen = this.#refIn(line)
    if (seen === undefined) throw new Error(`no ${line} in:\n${this.#latest}`)
    return seen
  }

  async click(line: string): Promise<void> {
    const ref = await this.ref(line)
    await this.does((tools) => tools.click(ref))
  }

  /** The click leads to another page. */
  async follow(line: string): Promise<void> {
    const ref = await this.ref(line)
    await this.leads((tools) => tools.click(ref))
  }

  /** The model must have read this after its last step. */
  async expect(text: string): Promise<void> {
    if (this.#latest.includes(text)) return
    await this.does((tools) => tools.find(text))
    if (!this.#latest.includes(text)) throw new Error(`${text} was not found:\n${this.#latest}`)
  }

  /** The model must have read the page as far as this. */
  async reads(...texts: readonly string[]): Promise<void> {
    const isRead = (): boolean => texts.every((text) => this.#known.some((known) => known.includes(text)))
    if (isRead()) return
    await this.does((tools) => tools.look())
    if (!isRead()) throw new Error(`${texts.join(', ')} was not read:\n${this.#latest}`)
  }

  #refIn(line: string): string | undefined {
    for (const text of this.#known.toReversed()) {
      const found = text.split('\n').find((each) => each.includes(`- ${line}`) && each.includes('[ref='))
      const [, ref] = /\[ref=(\w+)\]/.exec(found ?? '') ?? []
      if (ref !== undefined) return ref
    }
    return undefined
  }
}
