import type { Child } from 'hono/jsx'

/** Lets a path, a code or an id break after slashes, dots and colons or within its digits, instead of anywhere. */
export function allowLineBreaks(text: string): Child {
  const [first = '', ...others] = text.split(
    /(?<=[/.:])(?=\w)|(?<=_[0-9a-f]{8}|_[0-9a-f]{16})(?=[0-9a-f]{8})/,
  )
  return [first, ...others.flatMap((part) => [<wbr />, part])]
}

/** Shortens ids in a text to their ends. */
export function shortenText(text: string): string {
  return text.replaceAll(/_([0-9a-f]{4})[0-9a-f]{16}(?=[0-9a-f]{4}\b)/g, '_$1…')
}
