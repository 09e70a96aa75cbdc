export function sum({ a, b }: { a: number; b: number }): number {
  return a + b
}
