import type { Child } from 'hono/jsx'

interface CardProps {
  readonly title: string
  /** The anchor of the card; also what makes a live card findable. */
  readonly id: string
  /** What stands at the right of the title. */
  readonly aside?: Child
  readonly children?: Child
}

/** A part of a page with a heading of its own. */
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
