import type { Child } from 'hono/jsx'

/** Renders a row of filters, each a `Chip`. */
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

/** Renders one filter of a list as a link that sets the filter, or removes it if it is set. */
export function Chip({ href, isChosen, children }: ChipProps) {
  return (
    <a class="chip" href={href} aria-current={isChosen ? 'true' : undefined}>
      {children}
    </a>
  )
}
