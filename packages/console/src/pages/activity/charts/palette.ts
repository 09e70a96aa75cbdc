/**
 * Colours of charts, told apart by people who see few of them (Okabe and Ito's, darker on light and lighter on dark ground); lines
 * differ by their dashes as well. The values are in `charts.css`; a canvas needs them resolved.
 *
 * @module
 */
import { useEffect, useState } from 'react'

export const dashes: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [10, 3, 2, 3], [5, 2], [1, 4]]

interface Colours {
  readonly line: (place: number) => string
  readonly ink: string
  readonly grid: string
}

export function coloursOf(element: HTMLElement): Colours {
  const probe = document.createElement('span')
  element.append(probe)
  const resolve = (name: string): string => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const lines = [0, 1, 2, 3, 4, 5, 6].map((place) => resolve(`--chart-${place}`))
  const found = { ink: resolve('--color-ink-3'), grid: resolve('--color-line') }
  probe.remove()
  return { line: (place) => lines[place % lines.length] ?? found.ink, ...found }
}

/** Another value whenever the page turns dark or light. */
export function usePalette(): number {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const turned = (): void => setTurn((before) => before + 1)
    const watch = new MutationObserver(turned)
    watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', turned)
    return () => {
      watch.disconnect()
      system.removeEventListener('change', turned)
    }
  }, [])
  return turn
}
