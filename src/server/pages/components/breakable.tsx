import type { Child } from 'hono/jsx'

/** Adds the places where a path, a code or an id may wrap: after slashes, dots and colons, and within long ids. */
export function allowLineBreaks(text: string): Child {
  const [first = '', ...others] = text.split(
    /(?<=[/.:])(?=\w)|(?<=_[0-9a-f]{8}|_[0-9a-f]{16})(?=[0-9a-f]{8})/,
  )
  return [first, ...others.flatMap((part) => [<wbr />, part])]
}

/** Shortens each id in a text to its first and last four characters: `lbl_0a1b…9f8e`. */
export function shortenText(text: string): string {
  return text.replaceAll(/_([0-9a-f]{4})[0-9a-f]{16}(?=[0-9a-f]{4}\b)/g, '_$1…')
}
