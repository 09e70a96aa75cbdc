/** The sign of the house: a rail with tools on it. */
import type { ReactNode } from 'react'

export function Mark({ className }: { readonly className?: string }): ReactNode {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={className}>
      <rect width="32" height="32" rx="7" className="fill-solid" />
      <path
        d="M6 10h20M10 10v7M16 10v14M22 10v10"
        className="stroke-on-solid"
        strokeWidth="3"
        strokeLinecap="round"
        fill="none"
      />
    </svg>
  )
}
