/** Returns a URL or path without the slashes at its end. A regular expression would take quadratic time in V8. */
export function removeTrailingSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}
