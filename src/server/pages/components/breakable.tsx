import type { Child } from 'hono/jsx'

/** Lets a path or a code break after its slashes and dots instead of within a word. */
export function breakable(text: string): Child {
  const [first = '', ...others] = text.split(/(?<=[/.])(?=\w)/)
  return [first, ...others.flatMap((part) => [<wbr />, part])]
}
