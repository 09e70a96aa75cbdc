/**
 * Text that is shown while it is typed and handed on when the typing rests: browsers refuse an address that changes with every
 * key, and servers should not be asked that often.
 *
 * @module
 */
import { useEffect, useEffectEvent, useState } from 'react'

const restMs = 250

export function useTyped(value: string, onRest: (value: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState<string>()
  const rest = useEffectEvent((text: string) => {
    onRest(text)
    setTyped(undefined)
  })
  useEffect(() => {
    if (typed === undefined) return undefined
    const { pathname } = location
    // Another page may be on its way while this one is still there: what was typed here is not for its address.
    const timer = setTimeout(() => location.pathname === pathname && rest(typed), restMs)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed ?? value, setTyped]
}
