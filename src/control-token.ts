/**
 * Returns why a text cannot be a control token, as the rest of a sentence that begins with its name;
 * undefined if it can. It has to fit into the header Authorization. The reason does not show the text.
 */
export function controlTokenProblem(text: string): string | undefined {
  if (text === '') return 'must not be empty'
  if (/[^\x20-\x7e\x80-\xff]/.test(text))
    return 'must be made of characters that an HTTP header can carry: no control characters, and none beyond Latin-1'
  if (text.startsWith(' ') || text.endsWith(' '))
    return 'must not begin or end with a blank, which an HTTP header would lose'
  if (text.length > maxLength) return `must have at most ${maxLength} characters`
  return undefined
}

/** Node takes 16 KiB of headers in all; a token leaves most of that to the others. */
const maxLength = 4096
