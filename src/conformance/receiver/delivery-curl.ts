import { quoteBytes, quoteText } from '../http/curl.ts'
import type { Delivery } from './delivery.ts'
import type { SignatureHeader } from './signing.ts'

/** How many characters of a delivery's body a curl line holds at most. */
const maxBodyLength = 4_000

/**
 * Renders a shell line that signs and sends a webhook delivery again. The line takes the secret from the environment.
 * If the body cannot be written in a shell line, the line is a comment that says so.
 */
export function renderDeliveryCurl(
  { method, body, signing, pace }: Delivery,
  {
    url,
    headers,
    signature,
  }: {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly signature: SignatureHeader | undefined
  },
): string {
  const text = body === null ? '' : body.toString()
  const problem = describeUnwritableBody(body, text)
  const signedText = signing?.text
  const shellValue = signature?.renderShell(signedText === undefined ? 'body' : 'signed')
  const words = ['curl', '-i', ...(method === 'HEAD' ? ['--head'] : ['-X', method])]
  for (const [name, value] of Object.entries(headers)) {
    // curl adds these headers by itself.
    if (name === 'User-Agent' || name === 'Accept-Encoding') continue
    const isSigned = name === signature?.name && shellValue !== undefined
    words.push('-H', isSigned ? `"${name}: ${shellValue}"` : buildHeaderWord(name, value))
  }
  if (pace === 'chunked') words.push('-H', quoteText('Transfer-Encoding: chunked'))
  if (pace === 'slow') words.push('--limit-rate', String(Math.ceil(text.length / 2)))
  if (body !== null) words.push('--data-binary', '"$body"')
  words.push(quoteText(url))
  if (problem !== undefined) return `# ${problem}: ${words.join(' ')}`
  const variables = [
    ...(body === null && shellValue === undefined ? [] : [`body=${quoteBody(body, text)}`]),
    ...(signedText === undefined || shellValue === undefined ? [] : [`signed=${quoteText(signedText)}`]),
  ]
  return [...variables, words.join(' ')].join('; ')
}

/** Returns a header as an argument of curl. curl drops a header without a value, unless its name ends with a semicolon. */
const buildHeaderWord = (name: string, value: string): string =>
  quoteBytes(value === '' ? `${name};` : `${name}: ${value}`)

/** Describes why the body of a delivery cannot be written in a shell line; undefined if it can. */
function describeUnwritableBody(body: Delivery['body'], text: string): string | undefined {
  if (text.length > maxBodyLength)
    return `The body had ${text.length} characters, so put it into the variable body`
  return body?.includes('\0') ? 'No variable of a shell can hold the zero bytes of the body' : undefined
}

/** Quotes the body of a delivery as one word of a bash command, byte by byte if it is not UTF-8. */
function quoteBody(body: Delivery['body'], text: string): string {
  const isText = typeof body === 'string' || body === null || Buffer.from(text).equals(body)
  return isText ? quoteText(text) : quoteBytes(body.toString('latin1'))
}
