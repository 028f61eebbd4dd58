import type { Child } from 'hono/jsx'

/** Lets a path, a code or an id break after slashes and dots or in its middle, instead of anywhere. */
export function breakable(text: string): Child {
  const [first = '', ...others] = text.split(/(?<=[/.])(?=\w)|(?<=[0-9a-f]{12})(?=[0-9a-f]{12}\b)/)
  return [first, ...others.flatMap((part) => [<wbr />, part])]
}
