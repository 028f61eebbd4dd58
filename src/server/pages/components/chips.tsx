import type { Child } from 'hono/jsx'

/** Renders a row of filters. */
export function Chips({ label, children }: { readonly label: string; readonly children?: Child }) {
  return (
    <nav class="chips" aria-label={label}>
      {children}
    </nav>
  )
}

interface ChipProps {
  readonly href: string
  readonly isChosen: boolean
  readonly children?: Child
}

/** Renders a filter as a link, which chooses it or removes it again. */
export function Chip({ href, isChosen, children }: ChipProps) {
  return (
    <a class="chip" href={href} aria-current={isChosen ? 'true' : undefined}>
      {children}
    </a>
  )
}
