export class Shouter {
  execute({ text }: { text: string }): string {
    return `${text.toUpperCase()}!`
  }
}
