import type { Child } from 'hono/jsx'

/** Renders an empty state: why there is nothing, and what to do. */
export function Empty({ title, children }: { readonly title: string; readonly children?: Child }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  )
}
