import type { Child } from 'hono/jsx'

interface ButtonProps {
  readonly kind?: 'main' | 'plain' | 'danger'
  /** The field that it sends, as `name=value`. */
  readonly name?: string
  readonly value?: string
  /** What it is called where the words on it do not tell it from others. It begins with them. */
  readonly label?: string | undefined
  readonly children?: Child
}

/** What sends a form. */
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

/** What leads elsewhere and looks like a button. */
export function LinkButton({ href, kind = 'plain', children }: LinkButtonProps) {
  return (
    <a class={`button ${kind}`} href={href}>
      {children}
    </a>
  )
}
