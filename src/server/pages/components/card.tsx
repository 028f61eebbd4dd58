import type { Child } from 'hono/jsx'

interface CardProps {
  readonly title: string
  /** The HTML id of the card: links and scripts find the card by it. */
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

type Fact = readonly [name: string, value: Child]

/** Renders a list of names with their values, without the facts that are null. */
export function Facts({ facts }: { readonly facts: readonly (Fact | null)[] }) {
  return (
    <dl class="facts">
      {facts
        .filter((fact) => fact !== null)
        .map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

interface TileProps {
  readonly name: string
  readonly value: string
  readonly detail: string
  /** The URL of a page with more details about the figure. */
  readonly href?: string
}

/** Renders a figure with its name. */
export function Tile({ name, value, detail, href }: TileProps) {
  return (
    <div class="tile">
      <h2>{href === undefined ? name : <a href={href}>{name}</a>}</h2>
      <p class="figure">{value}</p>
      <p class="muted">{detail}</p>
    </div>
  )
}
