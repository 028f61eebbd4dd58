import type { Child } from 'hono/jsx'

interface CodeBlockProps {
  /** The name of the code, for screen readers and on its copy button. */
  readonly label: string
  /** The code: text, or text in spans that colour it. */
  readonly code: Child
  /** Whether long lines are wrapped instead of scrolled. */
  readonly isWrapped?: boolean
}

/** Renders code as it is, with a copy button if the browser runs scripts. */
export function CodeBlock({ label, code, isWrapped = false }: CodeBlockProps) {
  return (
    <div class="code">
      <section class="code-scroll" tabindex={0} aria-label={label}>
        <pre class={isWrapped ? 'wrapped' : undefined}>
          <code>{code}</code>
        </pre>
      </section>
      <button type="button" class="copy" data-copy hidden aria-label={`Copy ${label}`}>
        Copy
      </button>
    </div>
  )
}
