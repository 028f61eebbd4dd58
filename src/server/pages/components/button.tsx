import type { Child } from 'hono/jsx'

interface ButtonProps {
  readonly kind?: 'main' | 'plain' | 'danger'
  /** The form field that the button sends, as `name=value`. */
  readonly name?: string
  readonly value?: string
  /** A longer name for screen readers, if several buttons have the same text. It begins with that text. */
  readonly label?: string | undefined
  readonly children?: Child
}

export function Button({ kind = 'plain', name, value, label, children }: ButtonProps) {
  return (
    <button type="submit" class={`button ${kind}`} name={name} value={value} aria-label={label}>
      {children}
    </button>
  )
}

interface LinkButtonProps {
  readonly href: string
  readonly kind?: 'main' | 'plain'
  readonly children?: Child
}

/** Renders a link that looks like a button. */
export function LinkButton({ href, kind = 'plain', children }: LinkButtonProps) {
  return (
    <a class={`button ${kind}`} href={href}>
      {children}
    </a>
  )
}
