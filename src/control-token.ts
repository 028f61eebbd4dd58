/**
 * Returns why a text cannot be a control token, as the end of a sentence that begins with the option's name; undefined
 * if the text can be one. A token must fit into the header Authorization. The returned reason does not contain the
 * token.
 */
export function describeTokenProblem(text: string): string | undefined {
  if (text === '') return 'must not be empty'
  if (/[^\x20-\x7e\x80-\xff]/.test(text))
    return 'must be made of characters that an HTTP header can carry: no control characters, and none beyond Latin-1'
  if (text.startsWith(' ') || text.endsWith(' '))
    return 'must not begin or end with a blank, which an HTTP header would lose'
  if (text.length > maxTokenLength) return `must have at most ${maxTokenLength} characters`
  return undefined
}

/** The maximum characters of a control token. Node accepts 16 KiB of headers, so other headers have enough room. */
const maxTokenLength = 4096
