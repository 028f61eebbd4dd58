import type { Child } from 'hono/jsx'

interface CardProps {
  readonly title: string
  /** The anchor of the card; a live card is also found by it. */
  readonly id: string
  /** Content at the right of the title. */
  readonly aside?: Child
  readonly children?: Child
}

/** Renders a section of a page with its own heading. */
export function Card({ title, id, aside, children }: CardProps) {
  return (
    <section class="card" id={id} aria-labelledby={`${id}-title`}>
      <div class="card-head">
        <h2 id={`${id}-title`}>{title}</h2>
        {aside === undefined ? null : <div class="card-aside">{aside}</div>}
      </div>
      {children}
    </section>
  )
}
